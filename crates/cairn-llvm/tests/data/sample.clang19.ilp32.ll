; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

%struct.point_t = type { double, double }
%struct.__jmp_buf_tag = type { [6 x i32], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [32 x i32] }
%struct.node = type { ptr, i32, i8, %union.anon }
%union.anon = type { i32 }
%struct.big = type { [40 x i8] }

@per_thread = dso_local thread_local global i32 3, align 4, !dbg !0
@ratio = dso_local global float 0x3FB99999A0000000, align 4, !dbg !16
@precise = dso_local global x86_fp80 0xK3FFFC000000000000000, align 4, !dbg !18
@second = dso_local global ptr inttoptr (i32 16 to ptr), align 4, !dbg !21
@table = internal global [2 x [3 x i32]] [[3 x i32] [i32 1, i32 -2, i32 3], [3 x i32] [i32 4, i32 5, i32 6]], align 4, !dbg !89
@inner = dso_local global ptr getelementptr (i8, ptr @table, i64 20), align 4, !dbg !35
@push.count = internal global i32 0, align 4, !dbg !38
@handler = dso_local global ptr null, align 4, !dbg !57
@.str = private unnamed_addr constant [16 x i8] c"hello, \22world\22\0A\00", align 1, !dbg !47
@maybe = extern_weak global i32, align 4
@__const.jumps.targets = private unnamed_addr constant [2 x ptr] [ptr blockaddress(@jumps, %9), ptr blockaddress(@jumps, %10)], align 4
@__const.main.p = private unnamed_addr constant %struct.point_t { double 1.000000e+00, double 1.000000e-01 }, align 4
@env = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 4, !dbg !62

@alias_of = weak dso_local alias i32 (i32), ptr @weak_target

; Function Attrs: nounwind uwtable
define dso_local i32 @weak_target(i32 noundef %0) #0 !dbg !103 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !108
    #dbg_declare(ptr %2, !107, !DIExpression(), !112)
  %3 = load i32, ptr %2, align 4, !dbg !113, !tbaa !108
  %4 = add nsw i32 %3, 1, !dbg !114
  ret i32 %4, !dbg !115
}

; Function Attrs: nounwind uwtable
define dso_local ptr @push(ptr noundef %0, i32 noundef %1) #0 !dbg !40 {
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  store ptr %0, ptr %3, align 4, !tbaa !116
    #dbg_declare(ptr %3, !44, !DIExpression(), !118)
  store i32 %1, ptr %4, align 4, !tbaa !108
    #dbg_declare(ptr %4, !45, !DIExpression(), !119)
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #11, !dbg !120
    #dbg_declare(ptr %5, !46, !DIExpression(), !121)
  %6 = call noalias ptr @malloc(i32 noundef 16) #12, !dbg !122
  store ptr %6, ptr %5, align 4, !dbg !121, !tbaa !116
  %7 = load ptr, ptr %5, align 4, !dbg !123, !tbaa !116
  %8 = icmp ne ptr %7, null, !dbg !123
  br i1 %8, label %10, label %9, !dbg !125

9:                                                ; preds = %2
  call void @die(ptr noundef null) #13, !dbg !126
  unreachable, !dbg !126

10:                                               ; preds = %2
  %11 = load i32, ptr @push.count, align 4, !dbg !127, !tbaa !108
  %12 = add nsw i32 %11, 1, !dbg !127
  store i32 %12, ptr @push.count, align 4, !dbg !127, !tbaa !108
  %13 = load ptr, ptr %3, align 4, !dbg !128, !tbaa !116
  %14 = load ptr, ptr %5, align 4, !dbg !129, !tbaa !116
  %15 = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 0, !dbg !130
  store ptr %13, ptr %15, align 4, !dbg !131, !tbaa !132
  %16 = load i32, ptr %4, align 4, !dbg !134, !tbaa !108
  %17 = load ptr, ptr %5, align 4, !dbg !135, !tbaa !116
  %18 = getelementptr inbounds %struct.node, ptr %17, i32 0, i32 1, !dbg !136
  store i32 %16, ptr %18, align 4, !dbg !137, !tbaa !138
  %19 = load i32, ptr %4, align 4, !dbg !139, !tbaa !108
  %20 = load ptr, ptr %5, align 4, !dbg !140, !tbaa !116
  %21 = getelementptr inbounds %struct.node, ptr %20, i32 0, i32 2, !dbg !141
  %22 = trunc i32 %19 to i8, !dbg !142
  %23 = load i8, ptr %21, align 4, !dbg !142
  %24 = and i8 %22, 31, !dbg !142
  %25 = shl i8 %24, 3, !dbg !142
  %26 = and i8 %23, 7, !dbg !142
  %27 = or i8 %26, %25, !dbg !142
  store i8 %27, ptr %21, align 4, !dbg !142
  %28 = zext i8 %24 to i32, !dbg !142
  %29 = load float, ptr @ratio, align 4, !dbg !143, !tbaa !144
  %30 = load i32, ptr %4, align 4, !dbg !146, !tbaa !108
  %31 = sitofp i32 %30 to float, !dbg !147
  %32 = fmul float %29, %31, !dbg !148
  %33 = load ptr, ptr %5, align 4, !dbg !149, !tbaa !116
  %34 = getelementptr inbounds %struct.node, ptr %33, i32 0, i32 3, !dbg !150
  store float %32, ptr %34, align 4, !dbg !151, !tbaa !152
  %35 = load ptr, ptr %5, align 4, !dbg !153, !tbaa !116
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #11, !dbg !154
  ret ptr %35, !dbg !155
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind allocsize(0)
declare !dbg !156 noalias ptr @malloc(i32 noundef) #2

; Function Attrs: noreturn
declare !dbg !163 void @die(ptr noundef) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(i32 noundef %0, ...) #0 !dbg !168 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !108
    #dbg_declare(ptr %2, !172, !DIExpression(), !181)
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #11, !dbg !182
    #dbg_declare(ptr %3, !173, !DIExpression(), !183)
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #11, !dbg !184
    #dbg_declare(ptr %4, !178, !DIExpression(), !185)
  store i32 0, ptr %4, align 4, !dbg !185, !tbaa !108
  call void @llvm.va_start.p0(ptr %3), !dbg !186
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #11, !dbg !187
    #dbg_declare(ptr %5, !179, !DIExpression(), !188)
  store i32 0, ptr %5, align 4, !dbg !188, !tbaa !108
  br label %6, !dbg !187

6:                                                ; preds = %17, %1
  %7 = load i32, ptr %5, align 4, !dbg !189, !tbaa !108
  %8 = load i32, ptr %2, align 4, !dbg !191, !tbaa !108
  %9 = icmp slt i32 %7, %8, !dbg !192
  br i1 %9, label %11, label %10, !dbg !193

10:                                               ; preds = %6
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #11, !dbg !194
  br label %20

11:                                               ; preds = %6
  %12 = load ptr, ptr %3, align 4, !dbg !195
  %13 = getelementptr inbounds i8, ptr %12, i32 4, !dbg !195
  store ptr %13, ptr %3, align 4, !dbg !195
  %14 = load i32, ptr %12, align 4, !dbg !195, !tbaa !108
  %15 = load i32, ptr %4, align 4, !dbg !196, !tbaa !108
  %16 = add nsw i32 %15, %14, !dbg !196
  store i32 %16, ptr %4, align 4, !dbg !196, !tbaa !108
  br label %17, !dbg !197

17:                                               ; preds = %11
  %18 = load i32, ptr %5, align 4, !dbg !198, !tbaa !108
  %19 = add nsw i32 %18, 1, !dbg !198
  store i32 %19, ptr %5, align 4, !dbg !198, !tbaa !108
  br label %6, !dbg !194, !llvm.loop !199

20:                                               ; preds = %10
  call void @llvm.va_end.p0(ptr %3), !dbg !203
  %21 = load i32, ptr %4, align 4, !dbg !204, !tbaa !108
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #11, !dbg !205
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #11, !dbg !205
  ret i32 %21, !dbg !206
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #4

; Function Attrs: nounwind uwtable
define dso_local i32 @classify(i32 noundef %0, i32 noundef %1) #0 !dbg !207 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %4, align 4, !tbaa !108
    #dbg_declare(ptr %4, !211, !DIExpression(), !213)
  store i32 %1, ptr %5, align 4, !tbaa !108
    #dbg_declare(ptr %5, !212, !DIExpression(), !214)
  %6 = load i32, ptr %4, align 4, !dbg !215, !tbaa !108
  switch i32 %6, label %13 [
    i32 0, label %7
    i32 7, label %12
  ], !dbg !216

7:                                                ; preds = %2
  %8 = load i32, ptr %5, align 4, !dbg !217, !tbaa !108
  %9 = icmp ne i32 %8, 0, !dbg !217
  %10 = zext i1 %9 to i64, !dbg !217
  %11 = select i1 %9, i32 1, i32 -1, !dbg !217
  store i32 %11, ptr %3, align 4, !dbg !219
  br label %24, !dbg !219

12:                                               ; preds = %2
  store i32 2, ptr %3, align 4, !dbg !220
  br label %24, !dbg !220

13:                                               ; preds = %2
  %14 = load ptr, ptr @handler, align 4, !dbg !221, !tbaa !116
  %15 = icmp ne ptr %14, null, !dbg !221
  br i1 %15, label %16, label %20, !dbg !221

16:                                               ; preds = %13
  %17 = load ptr, ptr @handler, align 4, !dbg !222, !tbaa !116
  %18 = load i32, ptr %4, align 4, !dbg !223, !tbaa !108
  %19 = call i32 (ptr, ...) %17(ptr noundef @.str, i32 noundef %18, double noundef 2.500000e+00), !dbg !222
  br label %22, !dbg !221

20:                                               ; preds = %13
  %21 = load i32, ptr @maybe, align 4, !dbg !224, !tbaa !108
  br label %22, !dbg !221

22:                                               ; preds = %20, %16
  %23 = phi i32 [ %19, %16 ], [ %21, %20 ], !dbg !221
  store i32 %23, ptr %3, align 4, !dbg !225
  br label %24, !dbg !225

24:                                               ; preds = %22, %12, %7
  %25 = load i32, ptr %3, align 4, !dbg !226
  ret i32 %25, !dbg !226
}

; Function Attrs: nounwind uwtable
define dso_local i32 @jumps(i32 noundef %0) #0 !dbg !227 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca [2 x ptr], align 4
  store i32 %0, ptr %3, align 4, !tbaa !108
    #dbg_declare(ptr %3, !229, !DIExpression(), !235)
    #dbg_declare(ptr %4, !230, !DIExpression(), !236)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %4, ptr align 4 @__const.jumps.targets, i32 8, i1 false), !dbg !236
  %5 = load i32, ptr %3, align 4, !dbg !237, !tbaa !108
  %6 = and i32 %5, 1, !dbg !238
  %7 = getelementptr inbounds [2 x ptr], ptr %4, i32 0, i32 %6, !dbg !239
  %8 = load ptr, ptr %7, align 4, !dbg !239, !tbaa !116
  br label %13, !dbg !240

9:                                                ; preds = %13
    #dbg_label(!233, !241)
  store i32 1, ptr %2, align 4, !dbg !242
  br label %11, !dbg !242

10:                                               ; preds = %13
    #dbg_label(!234, !243)
  store i32 2, ptr %2, align 4, !dbg !244
  br label %11, !dbg !244

11:                                               ; preds = %10, %9
  %12 = load i32, ptr %2, align 4, !dbg !245
  ret i32 %12, !dbg !245

13:                                               ; preds = %1
  %14 = phi ptr [ %8, %1 ]
  indirectbr ptr %14, [label %9, label %10]
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i32, i1 immarg) #5

; Function Attrs: nounwind uwtable
define dso_local i32 @low_level(i32 noundef %0, ptr noundef %1, i32 noundef %2) #0 !dbg !246 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 4
  %9 = alloca i32, align 4
  store i32 %0, ptr %4, align 4, !tbaa !108
    #dbg_declare(ptr %4, !252, !DIExpression(), !261)
  store ptr %1, ptr %5, align 4, !tbaa !116
    #dbg_declare(ptr %5, !253, !DIExpression(), !262)
  store i32 %2, ptr %6, align 4, !tbaa !108
    #dbg_declare(ptr %6, !254, !DIExpression(), !263)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #11, !dbg !264
    #dbg_declare(ptr %7, !255, !DIExpression(), !265)
  %10 = load i32, ptr %6, align 4, !dbg !266, !tbaa !108
  %11 = call ptr @llvm.stacksave.p0(), !dbg !267
  store ptr %11, ptr %8, align 4, !dbg !267
  %12 = alloca i32, i32 %10, align 4, !dbg !267
  store i32 %10, ptr %9, align 4, !dbg !267
    #dbg_declare(ptr %9, !256, !DIExpression(), !268)
    #dbg_declare(ptr %12, !257, !DIExpression(), !269)
  %13 = atomicrmw add ptr @table, i32 1 seq_cst, align 4, !dbg !270
  %14 = getelementptr inbounds i32, ptr %12, i32 0, !dbg !271
  store i32 %13, ptr %14, align 4, !dbg !272, !tbaa !108
  %15 = load ptr, ptr %5, align 4, !dbg !273, !tbaa !116
  %16 = atomicrmw add ptr %15, i32 2 seq_cst, align 4, !dbg !274
  %17 = add i32 %16, 2, !dbg !274
  %18 = load i32, ptr %4, align 4, !dbg !275, !tbaa !108
  %19 = call i32 asm sideeffect "bswap $0\0A\09# \22done\22", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %18) #11, !dbg !276, !srcloc !277
  store i32 %19, ptr %7, align 4, !dbg !276, !tbaa !108
  %20 = load i32, ptr %7, align 4, !dbg !278, !tbaa !108
  %21 = getelementptr inbounds i32, ptr %12, i32 0, !dbg !279
  %22 = load i32, ptr %21, align 4, !dbg !279, !tbaa !108
  %23 = add i32 %20, %22, !dbg !280
  %24 = load i32, ptr %4, align 4, !dbg !281, !tbaa !108
  %25 = or i32 %24, 1, !dbg !282
  %26 = call i32 @llvm.ctlz.i32(i32 %25, i1 true), !dbg !283
  %27 = add i32 %23, %26, !dbg !284
  %28 = load ptr, ptr %8, align 4, !dbg !285
  call void @llvm.stackrestore.p0(ptr %28), !dbg !285
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #11, !dbg !285
  ret i32 %27, !dbg !285
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #4

; Function Attrs: nounwind uwtable
define dso_local void @by_value(ptr dead_on_unwind noalias writable sret(%struct.big) align 1 %0, ptr noundef byval(%struct.big) align 4 %1, double %2, double %3) #0 !dbg !286 {
  %5 = alloca ptr, align 4
  %6 = alloca %struct.point_t, align 4
  store ptr %0, ptr %5, align 4
  %7 = getelementptr inbounds %struct.point_t, ptr %6, i32 0, i32 0
  store double %2, ptr %7, align 4, !tbaa !304
  %8 = getelementptr inbounds %struct.point_t, ptr %6, i32 0, i32 1
  store double %3, ptr %8, align 4, !tbaa !307
    #dbg_declare(ptr %1, !302, !DIExpression(), !308)
    #dbg_declare(ptr %6, !303, !DIExpression(), !309)
  %9 = getelementptr inbounds %struct.point_t, ptr %6, i32 0, i32 0, !dbg !310
  %10 = load double, ptr %9, align 4, !dbg !310, !tbaa !304
  %11 = getelementptr inbounds %struct.point_t, ptr %6, i32 0, i32 1, !dbg !311
  %12 = load double, ptr %11, align 4, !dbg !311, !tbaa !307
  %13 = fcmp ogt double %10, %12, !dbg !312
  %14 = zext i1 %13 to i32, !dbg !312
  %15 = trunc i32 %14 to i8, !dbg !313
  %16 = getelementptr inbounds %struct.big, ptr %1, i32 0, i32 0, !dbg !314
  %17 = getelementptr inbounds [40 x i8], ptr %16, i32 0, i32 0, !dbg !315
  store i8 %15, ptr %17, align 4, !dbg !316, !tbaa !152
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %0, ptr align 4 %1, i32 40, i1 false), !dbg !317, !tbaa.struct !318
  ret void, !dbg !319
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !320 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca ptr, align 4
  %7 = alloca %struct.big, align 4
  %8 = alloca %struct.point_t, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 4
  %12 = alloca %struct.big, align 1
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4, !tbaa !108
    #dbg_declare(ptr %4, !325, !DIExpression(), !334)
  store ptr %1, ptr %5, align 4, !tbaa !116
    #dbg_declare(ptr %5, !326, !DIExpression(), !335)
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #11, !dbg !336
    #dbg_declare(ptr %6, !327, !DIExpression(), !337)
  store ptr null, ptr %6, align 4, !dbg !337, !tbaa !116
  call void @llvm.lifetime.start.p0(i64 40, ptr %7) #11, !dbg !338
    #dbg_declare(ptr %7, !328, !DIExpression(), !339)
  call void @llvm.memset.p0.i32(ptr align 1 %7, i8 0, i32 40, i1 false), !dbg !339
  %13 = getelementptr inbounds { <{ i8, i8, [38 x i8] }> }, ptr %7, i32 0, i32 0, !dbg !339
  %14 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, ptr %13, i32 0, i32 0, !dbg !339
  store i8 1, ptr %14, align 1, !dbg !339
  %15 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, ptr %13, i32 0, i32 1, !dbg !339
  store i8 2, ptr %15, align 1, !dbg !339
  call void @llvm.lifetime.start.p0(i64 16, ptr %8) #11, !dbg !340
    #dbg_declare(ptr %8, !329, !DIExpression(), !341)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %8, ptr align 4 @__const.main.p, i32 16, i1 false), !dbg !341
  %16 = call i32 @_setjmp(ptr noundef @env) #14, !dbg !342
  %17 = icmp ne i32 %16, 0, !dbg !342
  br i1 %17, label %18, label %20, !dbg !344

18:                                               ; preds = %2
  %19 = call i32 @"real name"(), !dbg !345
  store i32 %19, ptr %3, align 4, !dbg !346
  store i32 1, ptr %9, align 4
  br label %71, !dbg !346

20:                                               ; preds = %2
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #11, !dbg !347
    #dbg_declare(ptr %10, !330, !DIExpression(), !348)
  store i32 0, ptr %10, align 4, !dbg !348, !tbaa !108
  br label %21, !dbg !347

21:                                               ; preds = %38, %20
  %22 = load i32, ptr %10, align 4, !dbg !349, !tbaa !108
  %23 = load i32, ptr %4, align 4, !dbg !351, !tbaa !108
  %24 = icmp slt i32 %22, %23, !dbg !352
  br i1 %24, label %25, label %31, !dbg !353

25:                                               ; preds = %21
  %26 = load ptr, ptr %5, align 4, !dbg !354, !tbaa !116
  %27 = load i32, ptr %10, align 4, !dbg !355, !tbaa !108
  %28 = getelementptr inbounds ptr, ptr %26, i32 %27, !dbg !354
  %29 = load ptr, ptr %28, align 4, !dbg !354, !tbaa !116
  %30 = icmp ne ptr %29, null, !dbg !353
  br label %31

31:                                               ; preds = %25, %21
  %32 = phi i1 [ false, %21 ], [ %30, %25 ], !dbg !356
  br i1 %32, label %34, label %33, !dbg !357

33:                                               ; preds = %31
  store i32 2, ptr %9, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #11, !dbg !358
  br label %41

34:                                               ; preds = %31
  %35 = load ptr, ptr %6, align 4, !dbg !359, !tbaa !116
  %36 = load i32, ptr %10, align 4, !dbg !360, !tbaa !108
  %37 = call ptr @push(ptr noundef %35, i32 noundef %36), !dbg !361
  store ptr %37, ptr %6, align 4, !dbg !362, !tbaa !116
  br label %38, !dbg !363

38:                                               ; preds = %34
  %39 = load i32, ptr %10, align 4, !dbg !364, !tbaa !108
  %40 = add nsw i32 %39, 1, !dbg !364
  store i32 %40, ptr %10, align 4, !dbg !364, !tbaa !108
  br label %21, !dbg !358, !llvm.loop !365

41:                                               ; preds = %33
  br label %42, !dbg !367

42:                                               ; preds = %45, %41
  %43 = load ptr, ptr %6, align 4, !dbg !368, !tbaa !116
  %44 = icmp ne ptr %43, null, !dbg !367
  br i1 %44, label %45, label %51, !dbg !367

45:                                               ; preds = %42
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #11, !dbg !369
    #dbg_declare(ptr %11, !332, !DIExpression(), !370)
  %46 = load ptr, ptr %6, align 4, !dbg !371, !tbaa !116
  %47 = getelementptr inbounds %struct.node, ptr %46, i32 0, i32 0, !dbg !372
  %48 = load ptr, ptr %47, align 4, !dbg !372, !tbaa !132
  store ptr %48, ptr %11, align 4, !dbg !370, !tbaa !116
  %49 = load ptr, ptr %6, align 4, !dbg !373, !tbaa !116
  call void @free(ptr noundef %49) #11, !dbg !374
  %50 = load ptr, ptr %11, align 4, !dbg !375, !tbaa !116
  store ptr %50, ptr %6, align 4, !dbg !376, !tbaa !116
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #11, !dbg !377
  br label %42, !dbg !367, !llvm.loop !378

51:                                               ; preds = %42
  call void @llvm.lifetime.start.p0(i64 40, ptr %12) #11, !dbg !379
  %52 = getelementptr inbounds %struct.point_t, ptr %8, i32 0, i32 0, !dbg !379
  %53 = load double, ptr %52, align 4, !dbg !379, !tbaa !304
  %54 = getelementptr inbounds %struct.point_t, ptr %8, i32 0, i32 1, !dbg !379
  %55 = load double, ptr %54, align 4, !dbg !379, !tbaa !307
  call void @by_value(ptr dead_on_unwind writable sret(%struct.big) align 1 %12, ptr noundef byval(%struct.big) align 4 %7, double %53, double %55), !dbg !379
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %7, ptr align 1 %12, i32 40, i1 false), !dbg !379, !tbaa.struct !318
  call void @llvm.lifetime.end.p0(i64 40, ptr %12) #11, !dbg !379
  %56 = getelementptr inbounds %struct.big, ptr %7, i32 0, i32 0, !dbg !380
  %57 = getelementptr inbounds [40 x i8], ptr %56, i32 0, i32 0, !dbg !381
  %58 = load i8, ptr %57, align 1, !dbg !381, !tbaa !152
  %59 = sext i8 %58 to i32, !dbg !382
  %60 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef %59), !dbg !383
  %61 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread), !dbg !384
  %62 = load i32, ptr %61, align 4, !dbg !384, !tbaa !108
  %63 = add nsw i32 %60, %62, !dbg !385
  %64 = load x86_fp80, ptr @precise, align 4, !dbg !386, !tbaa !387
  %65 = fptosi x86_fp80 %64 to i32, !dbg !389
  %66 = add nsw i32 %63, %65, !dbg !390
  %67 = load ptr, ptr @inner, align 4, !dbg !391, !tbaa !116
  %68 = load i32, ptr %67, align 4, !dbg !392, !tbaa !108
  %69 = call i32 @alias_of(i32 noundef %68), !dbg !393
  %70 = add nsw i32 %66, %69, !dbg !394
  store i32 %70, ptr %3, align 4, !dbg !395
  store i32 1, ptr %9, align 4
  br label %71, !dbg !395

71:                                               ; preds = %51, %18
  call void @llvm.lifetime.end.p0(i64 16, ptr %8) #11, !dbg !396
  call void @llvm.lifetime.end.p0(i64 40, ptr %7) #11, !dbg !396
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #11, !dbg !396
  %72 = load i32, ptr %3, align 4, !dbg !396
  ret i32 %72, !dbg !396
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr nocapture writeonly, i8, i32, i1 immarg) #7

; Function Attrs: nounwind returns_twice
declare !dbg !397 i32 @_setjmp(ptr noundef) #8

declare !dbg !401 i32 @"real name"() #9

; Function Attrs: nounwind
declare !dbg !404 void @free(ptr noundef) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind willreturn }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { nounwind returns_twice "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #9 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="i686" "target-features"="+cmov,+cx8,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind }
attributes #12 = { nounwind allocsize(0) }
attributes #13 = { noreturn }
attributes #14 = { nounwind returns_twice }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!95, !96, !97, !98, !99, !100, !101}
!llvm.ident = !{!102}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "per_thread", scope: !2, file: !3, line: 25, type: !14, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !11, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "sample.c", directory: "/src", checksumkind: CSK_MD5, checksum: "f108b07b920e64e004ee49bae58e1e4d")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 8, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10}
!8 = !DIEnumerator(name: "RED", value: 0)
!9 = !DIEnumerator(name: "GREEN", value: 7)
!10 = !DIEnumerator(name: "BLUE", value: 8)
!11 = !{!6, !12, !13, !14}
!12 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !{!0, !16, !18, !21, !35, !38, !47, !52, !57, !62, !89}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "ratio", scope: !2, file: !3, line: 27, type: !12, isLocal: false, isDefinition: true)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "precise", scope: !2, file: !3, line: 28, type: !20, isLocal: false, isDefinition: true)
!20 = !DIBasicType(name: "long double", size: 96, encoding: DW_ATE_float)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 29, type: !23, isLocal: false, isDefinition: true)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 32)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 10, size: 128, elements: !25)
!25 = !{!26, !27, !28, !29, !30}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !24, file: !3, line: 11, baseType: !23, size: 32)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !24, file: !3, line: 12, baseType: !14, size: 32, offset: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !24, file: !3, line: 13, baseType: !6, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !24, file: !3, line: 14, baseType: !6, size: 5, offset: 67, flags: DIFlagBitField, extraData: i64 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !24, file: !3, line: 15, baseType: !31, size: 32, offset: 96)
!31 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !24, file: !3, line: 15, size: 32, elements: !32)
!32 = !{!33, !34}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !31, file: !3, line: 15, baseType: !14, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !31, file: !3, line: 15, baseType: !12, size: 32)
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "inner", scope: !2, file: !3, line: 30, type: !37, isLocal: false, isDefinition: true)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 32)
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression())
!39 = distinct !DIGlobalVariable(name: "count", scope: !40, file: !3, line: 39, type: !14, isLocal: true, isDefinition: true)
!40 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 38, type: !41, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !43)
!41 = !DISubroutineType(types: !42)
!42 = !{!23, !23, !14}
!43 = !{!44, !45, !46}
!44 = !DILocalVariable(name: "list", arg: 1, scope: !40, file: !3, line: 38, type: !23)
!45 = !DILocalVariable(name: "key", arg: 2, scope: !40, file: !3, line: 38, type: !14)
!46 = !DILocalVariable(name: "n", scope: !40, file: !3, line: 40, type: !23)
!47 = !DIGlobalVariableExpression(var: !48, expr: !DIExpression())
!48 = distinct !DIGlobalVariable(scope: null, file: !3, line: 23, type: !49, isLocal: true, isDefinition: true)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 128, elements: !50)
!50 = !{!51}
!51 = !DISubrange(count: 16)
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "greeting", scope: !2, file: !3, line: 23, type: !54, isLocal: true, isDefinition: true)
!54 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !55)
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !56, size: 32)
!56 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "handler", scope: !2, file: !3, line: 26, type: !59, isLocal: false, isDefinition: true)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !60, size: 32)
!60 = !DISubroutineType(types: !61)
!61 = !{!14, !55, null}
!62 = !DIGlobalVariableExpression(var: !63, expr: !DIExpression())
!63 = distinct !DIGlobalVariable(name: "env", scope: !2, file: !3, line: 92, type: !64, isLocal: true, isDefinition: true)
!64 = !DIDerivedType(tag: DW_TAG_typedef, name: "jmp_buf", file: !65, line: 32, baseType: !66)
!65 = !DIFile(filename: "/usr/include/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "cd7862ae7ed31595227c999638ae74e7")
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 1248, elements: !87)
!67 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__jmp_buf_tag", file: !68, line: 26, size: 1248, elements: !69)
!68 = !DIFile(filename: "/usr/include/bits/types/struct___jmp_buf_tag.h", directory: "", checksumkind: CSK_MD5, checksum: "56a90a97e853c2bec1d9e290be5e92e4")
!69 = !{!70, !76, !77}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__jmpbuf", scope: !67, file: !68, line: 32, baseType: !71, size: 192)
!71 = !DIDerivedType(tag: DW_TAG_typedef, name: "__jmp_buf", file: !72, line: 35, baseType: !73)
!72 = !DIFile(filename: "/usr/include/bits/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "80e7796efafaf357b5e64731e4f6ac30")
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 192, elements: !74)
!74 = !{!75}
!75 = !DISubrange(count: 6)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "__mask_was_saved", scope: !67, file: !68, line: 33, baseType: !14, size: 32, offset: 192)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__saved_mask", scope: !67, file: !68, line: 34, baseType: !78, size: 1024, offset: 224)
!78 = !DIDerivedType(tag: DW_TAG_typedef, name: "__sigset_t", file: !79, line: 8, baseType: !80)
!79 = !DIFile(filename: "/usr/include/bits/types/__sigset_t.h", directory: "", checksumkind: CSK_MD5, checksum: "acc6b14c0967857fec362a8d433e1cf2")
!80 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !79, line: 5, size: 1024, elements: !81)
!81 = !{!82}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "__val", scope: !80, file: !79, line: 7, baseType: !83, size: 1024)
!83 = !DICompositeType(tag: DW_TAG_array_type, baseType: !84, size: 1024, elements: !85)
!84 = !DIBasicType(name: "unsigned long", size: 32, encoding: DW_ATE_unsigned)
!85 = !{!86}
!86 = !DISubrange(count: 32)
!87 = !{!88}
!88 = !DISubrange(count: 1)
!89 = !DIGlobalVariableExpression(var: !90, expr: !DIExpression())
!90 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 24, type: !91, isLocal: true, isDefinition: true)
!91 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 192, elements: !92)
!92 = !{!93, !94}
!93 = !DISubrange(count: 2)
!94 = !DISubrange(count: 3)
!95 = !{i32 1, !"NumRegisterParameters", i32 0}
!96 = !{i32 7, !"Dwarf Version", i32 5}
!97 = !{i32 2, !"Debug Info Version", i32 3}
!98 = !{i32 1, !"wchar_size", i32 4}
!99 = !{i32 8, !"PIC Level", i32 2}
!100 = !{i32 7, !"PIE Level", i32 2}
!101 = !{i32 7, !"uwtable", i32 2}
!102 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!103 = distinct !DISubprogram(name: "weak_target", scope: !3, file: !3, line: 35, type: !104, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !106)
!104 = !DISubroutineType(types: !105)
!105 = !{!14, !14}
!106 = !{!107}
!107 = !DILocalVariable(name: "v", arg: 1, scope: !103, file: !3, line: 35, type: !14)
!108 = !{!109, !109, i64 0}
!109 = !{!"int", !110, i64 0}
!110 = !{!"omnipotent char", !111, i64 0}
!111 = !{!"Simple C/C++ TBAA"}
!112 = !DILocation(line: 35, column: 21, scope: !103)
!113 = !DILocation(line: 35, column: 33, scope: !103)
!114 = !DILocation(line: 35, column: 35, scope: !103)
!115 = !DILocation(line: 35, column: 26, scope: !103)
!116 = !{!117, !117, i64 0}
!117 = !{!"any pointer", !110, i64 0}
!118 = !DILocation(line: 38, column: 32, scope: !40)
!119 = !DILocation(line: 38, column: 42, scope: !40)
!120 = !DILocation(line: 40, column: 5, scope: !40)
!121 = !DILocation(line: 40, column: 18, scope: !40)
!122 = !DILocation(line: 40, column: 22, scope: !40)
!123 = !DILocation(line: 41, column: 10, scope: !124)
!124 = distinct !DILexicalBlock(scope: !40, file: !3, line: 41, column: 9)
!125 = !DILocation(line: 41, column: 9, scope: !40)
!126 = !DILocation(line: 42, column: 9, scope: !124)
!127 = !DILocation(line: 43, column: 10, scope: !40)
!128 = !DILocation(line: 44, column: 15, scope: !40)
!129 = !DILocation(line: 44, column: 5, scope: !40)
!130 = !DILocation(line: 44, column: 8, scope: !40)
!131 = !DILocation(line: 44, column: 13, scope: !40)
!132 = !{!133, !117, i64 0}
!133 = !{!"node", !117, i64 0, !109, i64 4, !109, i64 8, !109, i64 8, !110, i64 12}
!134 = !DILocation(line: 45, column: 14, scope: !40)
!135 = !DILocation(line: 45, column: 5, scope: !40)
!136 = !DILocation(line: 45, column: 8, scope: !40)
!137 = !DILocation(line: 45, column: 12, scope: !40)
!138 = !{!133, !109, i64 4}
!139 = !DILocation(line: 46, column: 25, scope: !40)
!140 = !DILocation(line: 46, column: 5, scope: !40)
!141 = !DILocation(line: 46, column: 8, scope: !40)
!142 = !DILocation(line: 46, column: 13, scope: !40)
!143 = !DILocation(line: 47, column: 18, scope: !40)
!144 = !{!145, !145, i64 0}
!145 = !{!"float", !110, i64 0}
!146 = !DILocation(line: 47, column: 33, scope: !40)
!147 = !DILocation(line: 47, column: 26, scope: !40)
!148 = !DILocation(line: 47, column: 24, scope: !40)
!149 = !DILocation(line: 47, column: 5, scope: !40)
!150 = !DILocation(line: 47, column: 8, scope: !40)
!151 = !DILocation(line: 47, column: 16, scope: !40)
!152 = !{!110, !110, i64 0}
!153 = !DILocation(line: 48, column: 12, scope: !40)
!154 = !DILocation(line: 49, column: 1, scope: !40)
!155 = !DILocation(line: 48, column: 5, scope: !40)
!156 = !DISubprogram(name: "malloc", scope: !157, file: !157, line: 553, type: !158, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!157 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!158 = !DISubroutineType(types: !159)
!159 = !{!160, !161}
!160 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 32)
!161 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !162, line: 18, baseType: !6)
!162 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!163 = !DISubprogram(name: "die", scope: !3, file: !3, line: 32, type: !164, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!164 = !DISubroutineType(types: !165)
!165 = !{null, !166}
!166 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !167, size: 32)
!167 = !DICompositeType(tag: DW_TAG_structure_type, name: "fwd", file: !3, line: 20, flags: DIFlagFwdDecl)
!168 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 51, type: !169, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !171)
!169 = !DISubroutineType(types: !170)
!170 = !{!14, !14, null}
!171 = !{!172, !173, !178, !179}
!172 = !DILocalVariable(name: "n", arg: 1, scope: !168, file: !3, line: 51, type: !14)
!173 = !DILocalVariable(name: "ap", scope: !168, file: !3, line: 52, type: !174)
!174 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !175, line: 12, baseType: !176)
!175 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!176 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !177)
!177 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 32)
!178 = !DILocalVariable(name: "total", scope: !168, file: !3, line: 53, type: !14)
!179 = !DILocalVariable(name: "i", scope: !180, file: !3, line: 55, type: !14)
!180 = distinct !DILexicalBlock(scope: !168, file: !3, line: 55, column: 5)
!181 = !DILocation(line: 51, column: 13, scope: !168)
!182 = !DILocation(line: 52, column: 5, scope: !168)
!183 = !DILocation(line: 52, column: 13, scope: !168)
!184 = !DILocation(line: 53, column: 5, scope: !168)
!185 = !DILocation(line: 53, column: 9, scope: !168)
!186 = !DILocation(line: 54, column: 5, scope: !168)
!187 = !DILocation(line: 55, column: 10, scope: !180)
!188 = !DILocation(line: 55, column: 14, scope: !180)
!189 = !DILocation(line: 55, column: 21, scope: !190)
!190 = distinct !DILexicalBlock(scope: !180, file: !3, line: 55, column: 5)
!191 = !DILocation(line: 55, column: 25, scope: !190)
!192 = !DILocation(line: 55, column: 23, scope: !190)
!193 = !DILocation(line: 55, column: 5, scope: !180)
!194 = !DILocation(line: 55, column: 5, scope: !190)
!195 = !DILocation(line: 56, column: 18, scope: !190)
!196 = !DILocation(line: 56, column: 15, scope: !190)
!197 = !DILocation(line: 56, column: 9, scope: !190)
!198 = !DILocation(line: 55, column: 29, scope: !190)
!199 = distinct !{!199, !193, !200, !201, !202}
!200 = !DILocation(line: 56, column: 18, scope: !180)
!201 = !{!"llvm.loop.mustprogress"}
!202 = !{!"llvm.loop.unroll.disable"}
!203 = !DILocation(line: 57, column: 5, scope: !168)
!204 = !DILocation(line: 58, column: 12, scope: !168)
!205 = !DILocation(line: 59, column: 1, scope: !168)
!206 = !DILocation(line: 58, column: 5, scope: !168)
!207 = distinct !DISubprogram(name: "classify", scope: !3, file: !3, line: 61, type: !208, scopeLine: 61, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !210)
!208 = !DISubroutineType(types: !209)
!209 = !{!14, !5, !14}
!210 = !{!211, !212}
!211 = !DILocalVariable(name: "c", arg: 1, scope: !207, file: !3, line: 61, type: !5)
!212 = !DILocalVariable(name: "flag", arg: 2, scope: !207, file: !3, line: 61, type: !14)
!213 = !DILocation(line: 61, column: 25, scope: !207)
!214 = !DILocation(line: 61, column: 32, scope: !207)
!215 = !DILocation(line: 62, column: 13, scope: !207)
!216 = !DILocation(line: 62, column: 5, scope: !207)
!217 = !DILocation(line: 63, column: 22, scope: !218)
!218 = distinct !DILexicalBlock(scope: !207, file: !3, line: 62, column: 16)
!219 = !DILocation(line: 63, column: 15, scope: !218)
!220 = !DILocation(line: 64, column: 17, scope: !218)
!221 = !DILocation(line: 65, column: 21, scope: !218)
!222 = !DILocation(line: 65, column: 31, scope: !218)
!223 = !DILocation(line: 65, column: 49, scope: !218)
!224 = !DILocation(line: 65, column: 59, scope: !218)
!225 = !DILocation(line: 65, column: 14, scope: !218)
!226 = !DILocation(line: 67, column: 1, scope: !207)
!227 = distinct !DISubprogram(name: "jumps", scope: !3, file: !3, line: 69, type: !104, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !228)
!228 = !{!229, !230, !233, !234}
!229 = !DILocalVariable(name: "which", arg: 1, scope: !227, file: !3, line: 69, type: !14)
!230 = !DILocalVariable(name: "targets", scope: !227, file: !3, line: 70, type: !231)
!231 = !DICompositeType(tag: DW_TAG_array_type, baseType: !160, size: 64, elements: !232)
!232 = !{!93}
!233 = !DILabel(scope: !227, name: "a", file: !3, line: 72)
!234 = !DILabel(scope: !227, name: "b", file: !3, line: 74)
!235 = !DILocation(line: 69, column: 15, scope: !227)
!236 = !DILocation(line: 70, column: 11, scope: !227)
!237 = !DILocation(line: 71, column: 19, scope: !227)
!238 = !DILocation(line: 71, column: 25, scope: !227)
!239 = !DILocation(line: 71, column: 11, scope: !227)
!240 = !DILocation(line: 71, column: 5, scope: !227)
!241 = !DILocation(line: 72, column: 1, scope: !227)
!242 = !DILocation(line: 73, column: 5, scope: !227)
!243 = !DILocation(line: 74, column: 1, scope: !227)
!244 = !DILocation(line: 75, column: 5, scope: !227)
!245 = !DILocation(line: 76, column: 1, scope: !227)
!246 = distinct !DISubprogram(name: "low_level", scope: !3, file: !3, line: 78, type: !247, scopeLine: 78, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !251)
!247 = !DISubroutineType(types: !248)
!248 = !{!6, !6, !249, !14}
!249 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !250, size: 32)
!250 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !14)
!251 = !{!252, !253, !254, !255, !256, !257}
!252 = !DILocalVariable(name: "x", arg: 1, scope: !246, file: !3, line: 78, type: !6)
!253 = !DILocalVariable(name: "shared", arg: 2, scope: !246, file: !3, line: 78, type: !249)
!254 = !DILocalVariable(name: "len", arg: 3, scope: !246, file: !3, line: 78, type: !14)
!255 = !DILocalVariable(name: "r", scope: !246, file: !3, line: 79, type: !6)
!256 = !DILocalVariable(name: "__vla_expr0", scope: !246, type: !6, flags: DIFlagArtificial)
!257 = !DILocalVariable(name: "vla", scope: !246, file: !3, line: 80, type: !258)
!258 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, elements: !259)
!259 = !{!260}
!260 = !DISubrange(count: !256)
!261 = !DILocation(line: 78, column: 29, scope: !246)
!262 = !DILocation(line: 78, column: 45, scope: !246)
!263 = !DILocation(line: 78, column: 57, scope: !246)
!264 = !DILocation(line: 79, column: 5, scope: !246)
!265 = !DILocation(line: 79, column: 14, scope: !246)
!266 = !DILocation(line: 80, column: 13, scope: !246)
!267 = !DILocation(line: 80, column: 5, scope: !246)
!268 = !DILocation(line: 0, scope: !246)
!269 = !DILocation(line: 80, column: 9, scope: !246)
!270 = !DILocation(line: 81, column: 14, scope: !246)
!271 = !DILocation(line: 81, column: 5, scope: !246)
!272 = !DILocation(line: 81, column: 12, scope: !246)
!273 = !DILocation(line: 82, column: 6, scope: !246)
!274 = !DILocation(line: 82, column: 13, scope: !246)
!275 = !DILocation(line: 83, column: 63, scope: !246)
!276 = !DILocation(line: 83, column: 5, scope: !246)
!277 = !{i64 2100, i64 2111}
!278 = !DILocation(line: 84, column: 12, scope: !246)
!279 = !DILocation(line: 84, column: 26, scope: !246)
!280 = !DILocation(line: 84, column: 14, scope: !246)
!281 = !DILocation(line: 84, column: 59, scope: !246)
!282 = !DILocation(line: 84, column: 61, scope: !246)
!283 = !DILocation(line: 84, column: 45, scope: !246)
!284 = !DILocation(line: 84, column: 33, scope: !246)
!285 = !DILocation(line: 85, column: 1, scope: !246)
!286 = distinct !DISubprogram(name: "by_value", scope: !3, file: !3, line: 87, type: !287, scopeLine: 87, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !301)
!287 = !DISubroutineType(types: !288)
!288 = !{!289, !289, !295}
!289 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 21, size: 320, elements: !290)
!290 = !{!291}
!291 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !289, file: !3, line: 21, baseType: !292, size: 320)
!292 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 320, elements: !293)
!293 = !{!294}
!294 = !DISubrange(count: 40)
!295 = !DIDerivedType(tag: DW_TAG_typedef, name: "point_t", file: !3, line: 18, baseType: !296)
!296 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 18, size: 128, elements: !297)
!297 = !{!298, !300}
!298 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !296, file: !3, line: 18, baseType: !299, size: 64)
!299 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!300 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !296, file: !3, line: 18, baseType: !299, size: 64, offset: 64)
!301 = !{!302, !303}
!302 = !DILocalVariable(name: "b", arg: 1, scope: !286, file: !3, line: 87, type: !289)
!303 = !DILocalVariable(name: "p", arg: 2, scope: !286, file: !3, line: 87, type: !295)
!304 = !{!305, !306, i64 0}
!305 = !{!"", !306, i64 0, !306, i64 8}
!306 = !{!"double", !110, i64 0}
!307 = !{!305, !306, i64 8}
!308 = !DILocation(line: 87, column: 32, scope: !286)
!309 = !DILocation(line: 87, column: 43, scope: !286)
!310 = !DILocation(line: 88, column: 27, scope: !286)
!311 = !DILocation(line: 88, column: 33, scope: !286)
!312 = !DILocation(line: 88, column: 29, scope: !286)
!313 = !DILocation(line: 88, column: 18, scope: !286)
!314 = !DILocation(line: 88, column: 7, scope: !286)
!315 = !DILocation(line: 88, column: 5, scope: !286)
!316 = !DILocation(line: 88, column: 16, scope: !286)
!317 = !DILocation(line: 89, column: 12, scope: !286)
!318 = !{i64 0, i64 40, !152}
!319 = !DILocation(line: 89, column: 5, scope: !286)
!320 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 94, type: !321, scopeLine: 94, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !324)
!321 = !DISubroutineType(types: !322)
!322 = !{!14, !14, !323}
!323 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !177, size: 32)
!324 = !{!325, !326, !327, !328, !329, !330, !332}
!325 = !DILocalVariable(name: "argc", arg: 1, scope: !320, file: !3, line: 94, type: !14)
!326 = !DILocalVariable(name: "argv", arg: 2, scope: !320, file: !3, line: 94, type: !323)
!327 = !DILocalVariable(name: "list", scope: !320, file: !3, line: 95, type: !23)
!328 = !DILocalVariable(name: "b", scope: !320, file: !3, line: 96, type: !289)
!329 = !DILocalVariable(name: "p", scope: !320, file: !3, line: 97, type: !295)
!330 = !DILocalVariable(name: "i", scope: !331, file: !3, line: 100, type: !14)
!331 = distinct !DILexicalBlock(scope: !320, file: !3, line: 100, column: 5)
!332 = !DILocalVariable(name: "next", scope: !333, file: !3, line: 103, type: !23)
!333 = distinct !DILexicalBlock(scope: !320, file: !3, line: 102, column: 18)
!334 = !DILocation(line: 94, column: 14, scope: !320)
!335 = !DILocation(line: 94, column: 27, scope: !320)
!336 = !DILocation(line: 95, column: 5, scope: !320)
!337 = !DILocation(line: 95, column: 18, scope: !320)
!338 = !DILocation(line: 96, column: 5, scope: !320)
!339 = !DILocation(line: 96, column: 16, scope: !320)
!340 = !DILocation(line: 97, column: 5, scope: !320)
!341 = !DILocation(line: 97, column: 13, scope: !320)
!342 = !DILocation(line: 98, column: 9, scope: !343)
!343 = distinct !DILexicalBlock(scope: !320, file: !3, line: 98, column: 9)
!344 = !DILocation(line: 98, column: 9, scope: !320)
!345 = !DILocation(line: 99, column: 16, scope: !343)
!346 = !DILocation(line: 99, column: 9, scope: !343)
!347 = !DILocation(line: 100, column: 10, scope: !331)
!348 = !DILocation(line: 100, column: 14, scope: !331)
!349 = !DILocation(line: 100, column: 21, scope: !350)
!350 = distinct !DILexicalBlock(scope: !331, file: !3, line: 100, column: 5)
!351 = !DILocation(line: 100, column: 25, scope: !350)
!352 = !DILocation(line: 100, column: 23, scope: !350)
!353 = !DILocation(line: 100, column: 30, scope: !350)
!354 = !DILocation(line: 100, column: 33, scope: !350)
!355 = !DILocation(line: 100, column: 38, scope: !350)
!356 = !DILocation(line: 0, scope: !350)
!357 = !DILocation(line: 100, column: 5, scope: !331)
!358 = !DILocation(line: 100, column: 5, scope: !350)
!359 = !DILocation(line: 101, column: 21, scope: !350)
!360 = !DILocation(line: 101, column: 27, scope: !350)
!361 = !DILocation(line: 101, column: 16, scope: !350)
!362 = !DILocation(line: 101, column: 14, scope: !350)
!363 = !DILocation(line: 101, column: 9, scope: !350)
!364 = !DILocation(line: 100, column: 43, scope: !350)
!365 = distinct !{!365, !357, !366, !201, !202}
!366 = !DILocation(line: 101, column: 28, scope: !331)
!367 = !DILocation(line: 102, column: 5, scope: !320)
!368 = !DILocation(line: 102, column: 12, scope: !320)
!369 = !DILocation(line: 103, column: 9, scope: !333)
!370 = !DILocation(line: 103, column: 22, scope: !333)
!371 = !DILocation(line: 103, column: 29, scope: !333)
!372 = !DILocation(line: 103, column: 35, scope: !333)
!373 = !DILocation(line: 104, column: 14, scope: !333)
!374 = !DILocation(line: 104, column: 9, scope: !333)
!375 = !DILocation(line: 105, column: 16, scope: !333)
!376 = !DILocation(line: 105, column: 14, scope: !333)
!377 = !DILocation(line: 106, column: 5, scope: !320)
!378 = distinct !{!378, !367, !377, !201, !202}
!379 = !DILocation(line: 107, column: 9, scope: !320)
!380 = !DILocation(line: 108, column: 29, scope: !320)
!381 = !DILocation(line: 108, column: 27, scope: !320)
!382 = !DILocation(line: 108, column: 22, scope: !320)
!383 = !DILocation(line: 108, column: 12, scope: !320)
!384 = !DILocation(line: 108, column: 41, scope: !320)
!385 = !DILocation(line: 108, column: 39, scope: !320)
!386 = !DILocation(line: 108, column: 59, scope: !320)
!387 = !{!388, !388, i64 0}
!388 = !{!"long double", !110, i64 0}
!389 = !DILocation(line: 108, column: 54, scope: !320)
!390 = !DILocation(line: 108, column: 52, scope: !320)
!391 = !DILocation(line: 108, column: 79, scope: !320)
!392 = !DILocation(line: 108, column: 78, scope: !320)
!393 = !DILocation(line: 108, column: 69, scope: !320)
!394 = !DILocation(line: 108, column: 67, scope: !320)
!395 = !DILocation(line: 108, column: 5, scope: !320)
!396 = !DILocation(line: 109, column: 1, scope: !320)
!397 = !DISubprogram(name: "_setjmp", scope: !65, file: !65, line: 45, type: !398, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!398 = !DISubroutineType(types: !399)
!399 = !{!14, !400}
!400 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 32)
!401 = !DISubprogram(name: "renamed", linkageName: "real name", scope: !3, file: !3, line: 33, type: !402, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!402 = !DISubroutineType(types: !403)
!403 = !{!14}
!404 = !DISubprogram(name: "free", scope: !157, file: !157, line: 568, type: !405, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!405 = !DISubroutineType(types: !406)
!406 = !{null, !160}
