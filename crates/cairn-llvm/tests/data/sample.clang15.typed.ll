; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { %struct.node*, i32, i8, %union.anon }
%union.anon = type { i32 }
%struct.point_t = type { double, double }
%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }
%struct.fwd = type opaque
%struct.__va_list_tag = type { i32, i32, i8*, i8* }
%struct.big = type { [40 x i8] }

@per_thread = dso_local thread_local global i32 3, align 4, !dbg !0
@ratio = dso_local global float 0x3FB99999A0000000, align 4, !dbg !16
@precise = dso_local global x86_fp80 0xK3FFFC000000000000000, align 16, !dbg !18
@second = dso_local global %struct.node* inttoptr (i64 24 to %struct.node*), align 8, !dbg !21
@table = internal global [2 x [3 x i32]] [[3 x i32] [i32 1, i32 -2, i32 3], [3 x i32] [i32 4, i32 5, i32 6]], align 16, !dbg !88
@inner = dso_local global i32* bitcast (i8* getelementptr (i8, i8* bitcast ([2 x [3 x i32]]* @table to i8*), i64 20) to i32*), align 8, !dbg !35
@push.count = internal global i32 0, align 4, !dbg !38
@handler = dso_local global i32 (i8*, ...)* null, align 8, !dbg !57
@.str = private unnamed_addr constant [16 x i8] c"hello, \22world\22\0A\00", align 1, !dbg !47
@maybe = extern_weak global i32, align 4
@__const.jumps.targets = private unnamed_addr constant [2 x i8*] [i8* blockaddress(@jumps, %a), i8* blockaddress(@jumps, %b)], align 16
@__const.main.p = private unnamed_addr constant %struct.point_t { double 1.000000e+00, double 1.000000e-01 }, align 8
@env = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 16, !dbg !62

@alias_of = weak dso_local alias i32 (i32), i32 (i32)* @weak_target

; Function Attrs: nounwind uwtable
define dso_local i32 @weak_target(i32 noundef %v) #0 !dbg !101 {
entry:
  %v.addr = alloca i32, align 4
  store i32 %v, i32* %v.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %v.addr, metadata !105, metadata !DIExpression()), !dbg !110
  %0 = load i32, i32* %v.addr, align 4, !dbg !111, !tbaa !106
  %add = add nsw i32 %0, 1, !dbg !112
  ret i32 %add, !dbg !113
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind uwtable
define dso_local %struct.node* @push(%struct.node* noundef %list, i32 noundef %key) #0 !dbg !40 {
entry:
  %list.addr = alloca %struct.node*, align 8
  %key.addr = alloca i32, align 4
  %n = alloca %struct.node*, align 8
  store %struct.node* %list, %struct.node** %list.addr, align 8, !tbaa !114
  call void @llvm.dbg.declare(metadata %struct.node** %list.addr, metadata !44, metadata !DIExpression()), !dbg !116
  store i32 %key, i32* %key.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %key.addr, metadata !45, metadata !DIExpression()), !dbg !117
  %0 = bitcast %struct.node** %n to i8*, !dbg !118
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %0) #11, !dbg !118
  call void @llvm.dbg.declare(metadata %struct.node** %n, metadata !46, metadata !DIExpression()), !dbg !119
  %call = call noalias i8* @malloc(i64 noundef 24) #12, !dbg !120
  %1 = bitcast i8* %call to %struct.node*, !dbg !120
  store %struct.node* %1, %struct.node** %n, align 8, !dbg !119, !tbaa !114
  %2 = load %struct.node*, %struct.node** %n, align 8, !dbg !121, !tbaa !114
  %tobool = icmp ne %struct.node* %2, null, !dbg !121
  br i1 %tobool, label %if.end, label %if.then, !dbg !123

if.then:                                          ; preds = %entry
  call void @die(%struct.fwd* noundef null) #13, !dbg !124
  unreachable, !dbg !124

if.end:                                           ; preds = %entry
  %3 = load i32, i32* @push.count, align 4, !dbg !125, !tbaa !106
  %inc = add nsw i32 %3, 1, !dbg !125
  store i32 %inc, i32* @push.count, align 4, !dbg !125, !tbaa !106
  %4 = load %struct.node*, %struct.node** %list.addr, align 8, !dbg !126, !tbaa !114
  %5 = load %struct.node*, %struct.node** %n, align 8, !dbg !127, !tbaa !114
  %next = getelementptr inbounds %struct.node, %struct.node* %5, i32 0, i32 0, !dbg !128
  store %struct.node* %4, %struct.node** %next, align 8, !dbg !129, !tbaa !130
  %6 = load i32, i32* %key.addr, align 4, !dbg !132, !tbaa !106
  %7 = load %struct.node*, %struct.node** %n, align 8, !dbg !133, !tbaa !114
  %key1 = getelementptr inbounds %struct.node, %struct.node* %7, i32 0, i32 1, !dbg !134
  store i32 %6, i32* %key1, align 8, !dbg !135, !tbaa !136
  %8 = load i32, i32* %key.addr, align 4, !dbg !137, !tbaa !106
  %9 = load %struct.node*, %struct.node** %n, align 8, !dbg !138, !tbaa !114
  %high = getelementptr inbounds %struct.node, %struct.node* %9, i32 0, i32 2, !dbg !139
  %10 = trunc i32 %8 to i8, !dbg !140
  %bf.load = load i8, i8* %high, align 4, !dbg !140
  %bf.value = and i8 %10, 31, !dbg !140
  %bf.shl = shl i8 %bf.value, 3, !dbg !140
  %bf.clear = and i8 %bf.load, 7, !dbg !140
  %bf.set = or i8 %bf.clear, %bf.shl, !dbg !140
  store i8 %bf.set, i8* %high, align 4, !dbg !140
  %bf.result.cast = zext i8 %bf.value to i32, !dbg !140
  %11 = load float, float* @ratio, align 4, !dbg !141, !tbaa !142
  %12 = load i32, i32* %key.addr, align 4, !dbg !144, !tbaa !106
  %conv = sitofp i32 %12 to float, !dbg !145
  %mul = fmul float %11, %conv, !dbg !146
  %13 = load %struct.node*, %struct.node** %n, align 8, !dbg !147, !tbaa !114
  %value = getelementptr inbounds %struct.node, %struct.node* %13, i32 0, i32 3, !dbg !148
  %f = bitcast %union.anon* %value to float*, !dbg !149
  store float %mul, float* %f, align 8, !dbg !150, !tbaa !151
  %14 = load %struct.node*, %struct.node** %n, align 8, !dbg !152, !tbaa !114
  %15 = bitcast %struct.node** %n to i8*, !dbg !153
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %15) #11, !dbg !153
  ret %struct.node* %14, !dbg !154
}

; Function Attrs: argmemonly nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: nounwind allocsize(0)
declare noalias i8* @malloc(i64 noundef) #3

; Function Attrs: noreturn
declare !dbg !155 void @die(%struct.fwd* noundef) #4

; Function Attrs: argmemonly nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(i32 noundef %n, ...) #0 !dbg !161 {
entry:
  %n.addr = alloca i32, align 4
  %ap = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !165, metadata !DIExpression()), !dbg !182
  %0 = bitcast [1 x %struct.__va_list_tag]* %ap to i8*, !dbg !183
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %0) #11, !dbg !183
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %ap, metadata !166, metadata !DIExpression()), !dbg !184
  %1 = bitcast i32* %total to i8*, !dbg !185
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #11, !dbg !185
  call void @llvm.dbg.declare(metadata i32* %total, metadata !179, metadata !DIExpression()), !dbg !186
  store i32 0, i32* %total, align 4, !dbg !186, !tbaa !106
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %ap, i64 0, i64 0, !dbg !187
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !187
  call void @llvm.va_start(i8* %arraydecay1), !dbg !187
  %2 = bitcast i32* %i to i8*, !dbg !188
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %2) #11, !dbg !188
  call void @llvm.dbg.declare(metadata i32* %i, metadata !180, metadata !DIExpression()), !dbg !189
  store i32 0, i32* %i, align 4, !dbg !189, !tbaa !106
  br label %for.cond, !dbg !188

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %i, align 4, !dbg !190, !tbaa !106
  %4 = load i32, i32* %n.addr, align 4, !dbg !192, !tbaa !106
  %cmp = icmp slt i32 %3, %4, !dbg !193
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !194

for.cond.cleanup:                                 ; preds = %for.cond
  %5 = bitcast i32* %i to i8*, !dbg !195
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %5) #11, !dbg !195
  br label %for.end

for.body:                                         ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %ap, i64 0, i64 0, !dbg !196
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !196
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !196
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !196
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !196

vaarg.in_reg:                                     ; preds = %for.body
  %6 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !196
  %reg_save_area = load i8*, i8** %6, align 16, !dbg !196
  %7 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !196
  %8 = bitcast i8* %7 to i32*, !dbg !196
  %9 = add i32 %gp_offset, 8, !dbg !196
  store i32 %9, i32* %gp_offset_p, align 16, !dbg !196
  br label %vaarg.end, !dbg !196

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !196
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !196
  %10 = bitcast i8* %overflow_arg_area to i32*, !dbg !196
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !196
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !196
  br label %vaarg.end, !dbg !196

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %8, %vaarg.in_reg ], [ %10, %vaarg.in_mem ], !dbg !196
  %11 = load i32, i32* %vaarg.addr, align 4, !dbg !196
  %12 = load i32, i32* %total, align 4, !dbg !197, !tbaa !106
  %add = add nsw i32 %12, %11, !dbg !197
  store i32 %add, i32* %total, align 4, !dbg !197, !tbaa !106
  br label %for.inc, !dbg !198

for.inc:                                          ; preds = %vaarg.end
  %13 = load i32, i32* %i, align 4, !dbg !199, !tbaa !106
  %inc = add nsw i32 %13, 1, !dbg !199
  store i32 %inc, i32* %i, align 4, !dbg !199, !tbaa !106
  br label %for.cond, !dbg !195, !llvm.loop !200

for.end:                                          ; preds = %for.cond.cleanup
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %ap, i64 0, i64 0, !dbg !204
  %arraydecay34 = bitcast %struct.__va_list_tag* %arraydecay3 to i8*, !dbg !204
  call void @llvm.va_end(i8* %arraydecay34), !dbg !204
  %14 = load i32, i32* %total, align 4, !dbg !205, !tbaa !106
  %15 = bitcast i32* %total to i8*, !dbg !206
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %15) #11, !dbg !206
  %16 = bitcast [1 x %struct.__va_list_tag]* %ap to i8*, !dbg !206
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %16) #11, !dbg !206
  ret i32 %14, !dbg !207
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #5

; Function Attrs: nounwind uwtable
define dso_local i32 @classify(i32 noundef %c, i32 noundef %flag) #0 !dbg !208 {
entry:
  %retval = alloca i32, align 4
  %c.addr = alloca i32, align 4
  %flag.addr = alloca i32, align 4
  store i32 %c, i32* %c.addr, align 4, !tbaa !151
  call void @llvm.dbg.declare(metadata i32* %c.addr, metadata !212, metadata !DIExpression()), !dbg !214
  store i32 %flag, i32* %flag.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %flag.addr, metadata !213, metadata !DIExpression()), !dbg !215
  %0 = load i32, i32* %c.addr, align 4, !dbg !216, !tbaa !151
  switch i32 %0, label %sw.default [
    i32 0, label %sw.bb
    i32 7, label %sw.bb1
  ], !dbg !217

sw.bb:                                            ; preds = %entry
  %1 = load i32, i32* %flag.addr, align 4, !dbg !218, !tbaa !106
  %tobool = icmp ne i32 %1, 0, !dbg !218
  %2 = zext i1 %tobool to i64, !dbg !218
  %cond = select i1 %tobool, i32 1, i32 -1, !dbg !218
  store i32 %cond, i32* %retval, align 4, !dbg !220
  br label %return, !dbg !220

sw.bb1:                                           ; preds = %entry
  store i32 2, i32* %retval, align 4, !dbg !221
  br label %return, !dbg !221

sw.default:                                       ; preds = %entry
  %3 = load i32 (i8*, ...)*, i32 (i8*, ...)** @handler, align 8, !dbg !222, !tbaa !114
  %tobool2 = icmp ne i32 (i8*, ...)* %3, null, !dbg !222
  br i1 %tobool2, label %cond.true, label %cond.false, !dbg !222

cond.true:                                        ; preds = %sw.default
  %4 = load i32 (i8*, ...)*, i32 (i8*, ...)** @handler, align 8, !dbg !223, !tbaa !114
  %5 = load i32, i32* %c.addr, align 4, !dbg !224, !tbaa !151
  %call = call i32 (i8*, ...) %4(i8* noundef getelementptr inbounds ([16 x i8], [16 x i8]* @.str, i32 0, i32 0), i32 noundef %5, double noundef 2.500000e+00), !dbg !223
  br label %cond.end, !dbg !222

cond.false:                                       ; preds = %sw.default
  %6 = load i32, i32* @maybe, align 4, !dbg !225, !tbaa !106
  br label %cond.end, !dbg !222

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond3 = phi i32 [ %call, %cond.true ], [ %6, %cond.false ], !dbg !222
  store i32 %cond3, i32* %retval, align 4, !dbg !226
  br label %return, !dbg !226

return:                                           ; preds = %cond.end, %sw.bb1, %sw.bb
  %7 = load i32, i32* %retval, align 4, !dbg !227
  ret i32 %7, !dbg !227
}

; Function Attrs: nounwind uwtable
define dso_local i32 @jumps(i32 noundef %which) #0 !dbg !228 {
entry:
  %retval = alloca i32, align 4
  %which.addr = alloca i32, align 4
  %targets = alloca [2 x i8*], align 16
  store i32 %which, i32* %which.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %which.addr, metadata !230, metadata !DIExpression()), !dbg !236
  call void @llvm.dbg.declare(metadata [2 x i8*]* %targets, metadata !231, metadata !DIExpression()), !dbg !237
  %0 = bitcast [2 x i8*]* %targets to i8*, !dbg !237
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %0, i8* align 16 bitcast ([2 x i8*]* @__const.jumps.targets to i8*), i64 16, i1 false), !dbg !237
  %1 = load i32, i32* %which.addr, align 4, !dbg !238, !tbaa !106
  %and = and i32 %1, 1, !dbg !239
  %idxprom = sext i32 %and to i64, !dbg !240
  %arrayidx = getelementptr inbounds [2 x i8*], [2 x i8*]* %targets, i64 0, i64 %idxprom, !dbg !240
  %2 = load i8*, i8** %arrayidx, align 8, !dbg !240, !tbaa !114
  br label %indirectgoto, !dbg !241

a:                                                ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !234), !dbg !242
  store i32 1, i32* %retval, align 4, !dbg !243
  br label %return, !dbg !243

b:                                                ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !235), !dbg !244
  store i32 2, i32* %retval, align 4, !dbg !245
  br label %return, !dbg !245

return:                                           ; preds = %b, %a
  %3 = load i32, i32* %retval, align 4, !dbg !246
  ret i32 %3, !dbg !246

indirectgoto:                                     ; preds = %entry
  %indirect.goto.dest = phi i8* [ %2, %entry ]
  indirectbr i8* %indirect.goto.dest, [label %a, label %b]
}

; Function Attrs: argmemonly nocallback nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: nounwind uwtable
define dso_local i32 @low_level(i32 noundef %x, i32* noundef %shared, i32 noundef %len) #0 !dbg !247 {
entry:
  %x.addr = alloca i32, align 4
  %shared.addr = alloca i32*, align 8
  %len.addr = alloca i32, align 4
  %r = alloca i32, align 4
  %saved_stack = alloca i8*, align 8
  %__vla_expr0 = alloca i64, align 8
  store i32 %x, i32* %x.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !253, metadata !DIExpression()), !dbg !262
  store i32* %shared, i32** %shared.addr, align 8, !tbaa !114
  call void @llvm.dbg.declare(metadata i32** %shared.addr, metadata !254, metadata !DIExpression()), !dbg !263
  store i32 %len, i32* %len.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %len.addr, metadata !255, metadata !DIExpression()), !dbg !264
  %0 = bitcast i32* %r to i8*, !dbg !265
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #11, !dbg !265
  call void @llvm.dbg.declare(metadata i32* %r, metadata !256, metadata !DIExpression()), !dbg !266
  %1 = load i32, i32* %len.addr, align 4, !dbg !267, !tbaa !106
  %2 = zext i32 %1 to i64, !dbg !268
  %3 = call i8* @llvm.stacksave(), !dbg !268
  store i8* %3, i8** %saved_stack, align 8, !dbg !268
  %vla = alloca i32, i64 %2, align 16, !dbg !268
  store i64 %2, i64* %__vla_expr0, align 8, !dbg !268
  call void @llvm.dbg.declare(metadata i64* %__vla_expr0, metadata !257, metadata !DIExpression()), !dbg !269
  call void @llvm.dbg.declare(metadata i32* %vla, metadata !258, metadata !DIExpression()), !dbg !270
  %4 = atomicrmw add i32* getelementptr inbounds ([2 x [3 x i32]], [2 x [3 x i32]]* @table, i64 0, i64 0, i64 0), i32 1 seq_cst, align 4, !dbg !271
  %arrayidx = getelementptr inbounds i32, i32* %vla, i64 0, !dbg !272
  store i32 %4, i32* %arrayidx, align 16, !dbg !273, !tbaa !106
  %5 = load i32*, i32** %shared.addr, align 8, !dbg !274, !tbaa !114
  %6 = atomicrmw add i32* %5, i32 2 seq_cst, align 4, !dbg !275
  %7 = add i32 %6, 2, !dbg !275
  %8 = load i32, i32* %x.addr, align 4, !dbg !276, !tbaa !106
  %9 = call i32 asm sideeffect "bswap $0\0A\09# \22done\22", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %8) #11, !dbg !277, !srcloc !278
  store i32 %9, i32* %r, align 4, !dbg !277, !tbaa !106
  %10 = load i32, i32* %r, align 4, !dbg !279, !tbaa !106
  %arrayidx1 = getelementptr inbounds i32, i32* %vla, i64 0, !dbg !280
  %11 = load i32, i32* %arrayidx1, align 16, !dbg !280, !tbaa !106
  %add = add i32 %10, %11, !dbg !281
  %12 = load i32, i32* %x.addr, align 4, !dbg !282, !tbaa !106
  %or = or i32 %12, 1, !dbg !283
  %13 = call i32 @llvm.ctlz.i32(i32 %or, i1 true), !dbg !284
  %add2 = add i32 %add, %13, !dbg !285
  %14 = load i8*, i8** %saved_stack, align 8, !dbg !286
  call void @llvm.stackrestore(i8* %14), !dbg !286
  %15 = bitcast i32* %r to i8*, !dbg !286
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %15) #11, !dbg !286
  ret i32 %add2, !dbg !286
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i8* @llvm.stacksave() #5

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(i8*) #5

; Function Attrs: nounwind uwtable
define dso_local void @by_value(%struct.big* noalias sret(%struct.big) align 1 %agg.result, %struct.big* noundef byval(%struct.big) align 8 %b, double %p.coerce0, double %p.coerce1) #0 !dbg !287 {
entry:
  %p = alloca %struct.point_t, align 8
  %0 = bitcast %struct.point_t* %p to { double, double }*
  %1 = getelementptr inbounds { double, double }, { double, double }* %0, i32 0, i32 0
  store double %p.coerce0, double* %1, align 8
  %2 = getelementptr inbounds { double, double }, { double, double }* %0, i32 0, i32 1
  store double %p.coerce1, double* %2, align 8
  call void @llvm.dbg.declare(metadata %struct.big* %b, metadata !303, metadata !DIExpression()), !dbg !305
  call void @llvm.dbg.declare(metadata %struct.point_t* %p, metadata !304, metadata !DIExpression()), !dbg !306
  %x = getelementptr inbounds %struct.point_t, %struct.point_t* %p, i32 0, i32 0, !dbg !307
  %3 = load double, double* %x, align 8, !dbg !307, !tbaa !308
  %y = getelementptr inbounds %struct.point_t, %struct.point_t* %p, i32 0, i32 1, !dbg !311
  %4 = load double, double* %y, align 8, !dbg !311, !tbaa !312
  %cmp = fcmp ogt double %3, %4, !dbg !313
  %conv = zext i1 %cmp to i32, !dbg !313
  %conv1 = trunc i32 %conv to i8, !dbg !314
  %bytes = getelementptr inbounds %struct.big, %struct.big* %b, i32 0, i32 0, !dbg !315
  %arrayidx = getelementptr inbounds [40 x i8], [40 x i8]* %bytes, i64 0, i64 0, !dbg !316
  store i8 %conv1, i8* %arrayidx, align 8, !dbg !317, !tbaa !151
  %5 = bitcast %struct.big* %agg.result to i8*, !dbg !318
  %6 = bitcast %struct.big* %b to i8*, !dbg !318
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %5, i8* align 8 %6, i64 40, i1 false), !dbg !318, !tbaa.struct !319
  ret void, !dbg !320
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, i8** noundef %argv) #0 !dbg !321 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca i8**, align 8
  %list = alloca %struct.node*, align 8
  %b = alloca %struct.big, align 8
  %p = alloca %struct.point_t, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %i = alloca i32, align 4
  %next = alloca %struct.node*, align 8
  %tmp = alloca %struct.big, align 1
  store i32 0, i32* %retval, align 4
  store i32 %argc, i32* %argc.addr, align 4, !tbaa !106
  call void @llvm.dbg.declare(metadata i32* %argc.addr, metadata !327, metadata !DIExpression()), !dbg !336
  store i8** %argv, i8*** %argv.addr, align 8, !tbaa !114
  call void @llvm.dbg.declare(metadata i8*** %argv.addr, metadata !328, metadata !DIExpression()), !dbg !337
  %0 = bitcast %struct.node** %list to i8*, !dbg !338
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %0) #11, !dbg !338
  call void @llvm.dbg.declare(metadata %struct.node** %list, metadata !329, metadata !DIExpression()), !dbg !339
  store %struct.node* null, %struct.node** %list, align 8, !dbg !339, !tbaa !114
  %1 = bitcast %struct.big* %b to i8*, !dbg !340
  call void @llvm.lifetime.start.p0i8(i64 40, i8* %1) #11, !dbg !340
  call void @llvm.dbg.declare(metadata %struct.big* %b, metadata !330, metadata !DIExpression()), !dbg !341
  %2 = bitcast %struct.big* %b to i8*, !dbg !341
  call void @llvm.memset.p0i8.i64(i8* align 1 %2, i8 0, i64 40, i1 false), !dbg !341
  %3 = bitcast i8* %2 to { <{ i8, i8, [38 x i8] }> }*, !dbg !341
  %4 = getelementptr inbounds { <{ i8, i8, [38 x i8] }> }, { <{ i8, i8, [38 x i8] }> }* %3, i32 0, i32 0, !dbg !341
  %5 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, <{ i8, i8, [38 x i8] }>* %4, i32 0, i32 0, !dbg !341
  store i8 1, i8* %5, align 1, !dbg !341
  %6 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, <{ i8, i8, [38 x i8] }>* %4, i32 0, i32 1, !dbg !341
  store i8 2, i8* %6, align 1, !dbg !341
  %7 = bitcast %struct.point_t* %p to i8*, !dbg !342
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %7) #11, !dbg !342
  call void @llvm.dbg.declare(metadata %struct.point_t* %p, metadata !331, metadata !DIExpression()), !dbg !343
  %8 = bitcast %struct.point_t* %p to i8*, !dbg !343
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %8, i8* align 8 bitcast (%struct.point_t* @__const.main.p to i8*), i64 16, i1 false), !dbg !343
  %call = call i32 @_setjmp(%struct.__jmp_buf_tag* noundef getelementptr inbounds ([1 x %struct.__jmp_buf_tag], [1 x %struct.__jmp_buf_tag]* @env, i64 0, i64 0)) #14, !dbg !344
  %tobool = icmp ne i32 %call, 0, !dbg !344
  br i1 %tobool, label %if.then, label %if.end, !dbg !346

if.then:                                          ; preds = %entry
  %call1 = call i32 @"real name"(), !dbg !347
  store i32 %call1, i32* %retval, align 4, !dbg !348
  store i32 1, i32* %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !348

if.end:                                           ; preds = %entry
  %9 = bitcast i32* %i to i8*, !dbg !349
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #11, !dbg !349
  call void @llvm.dbg.declare(metadata i32* %i, metadata !332, metadata !DIExpression()), !dbg !350
  store i32 0, i32* %i, align 4, !dbg !350, !tbaa !106
  br label %for.cond, !dbg !349

for.cond:                                         ; preds = %for.inc, %if.end
  %10 = load i32, i32* %i, align 4, !dbg !351, !tbaa !106
  %11 = load i32, i32* %argc.addr, align 4, !dbg !353, !tbaa !106
  %cmp = icmp slt i32 %10, %11, !dbg !354
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !355

land.rhs:                                         ; preds = %for.cond
  %12 = load i8**, i8*** %argv.addr, align 8, !dbg !356, !tbaa !114
  %13 = load i32, i32* %i, align 4, !dbg !357, !tbaa !106
  %idxprom = sext i32 %13 to i64, !dbg !356
  %arrayidx = getelementptr inbounds i8*, i8** %12, i64 %idxprom, !dbg !356
  %14 = load i8*, i8** %arrayidx, align 8, !dbg !356, !tbaa !114
  %tobool2 = icmp ne i8* %14, null, !dbg !355
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %15 = phi i1 [ false, %for.cond ], [ %tobool2, %land.rhs ], !dbg !358
  br i1 %15, label %for.body, label %for.cond.cleanup, !dbg !359

for.cond.cleanup:                                 ; preds = %land.end
  store i32 2, i32* %cleanup.dest.slot, align 4
  %16 = bitcast i32* %i to i8*, !dbg !360
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %16) #11, !dbg !360
  br label %for.end

for.body:                                         ; preds = %land.end
  %17 = load %struct.node*, %struct.node** %list, align 8, !dbg !361, !tbaa !114
  %18 = load i32, i32* %i, align 4, !dbg !362, !tbaa !106
  %call3 = call %struct.node* @push(%struct.node* noundef %17, i32 noundef %18), !dbg !363
  store %struct.node* %call3, %struct.node** %list, align 8, !dbg !364, !tbaa !114
  br label %for.inc, !dbg !365

for.inc:                                          ; preds = %for.body
  %19 = load i32, i32* %i, align 4, !dbg !366, !tbaa !106
  %inc = add nsw i32 %19, 1, !dbg !366
  store i32 %inc, i32* %i, align 4, !dbg !366, !tbaa !106
  br label %for.cond, !dbg !360, !llvm.loop !367

for.end:                                          ; preds = %for.cond.cleanup
  br label %while.cond, !dbg !369

while.cond:                                       ; preds = %while.body, %for.end
  %20 = load %struct.node*, %struct.node** %list, align 8, !dbg !370, !tbaa !114
  %tobool4 = icmp ne %struct.node* %20, null, !dbg !369
  br i1 %tobool4, label %while.body, label %while.end, !dbg !369

while.body:                                       ; preds = %while.cond
  %21 = bitcast %struct.node** %next to i8*, !dbg !371
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %21) #11, !dbg !371
  call void @llvm.dbg.declare(metadata %struct.node** %next, metadata !334, metadata !DIExpression()), !dbg !372
  %22 = load %struct.node*, %struct.node** %list, align 8, !dbg !373, !tbaa !114
  %next5 = getelementptr inbounds %struct.node, %struct.node* %22, i32 0, i32 0, !dbg !374
  %23 = load %struct.node*, %struct.node** %next5, align 8, !dbg !374, !tbaa !130
  store %struct.node* %23, %struct.node** %next, align 8, !dbg !372, !tbaa !114
  %24 = load %struct.node*, %struct.node** %list, align 8, !dbg !375, !tbaa !114
  %25 = bitcast %struct.node* %24 to i8*, !dbg !375
  call void @free(i8* noundef %25) #11, !dbg !376
  %26 = load %struct.node*, %struct.node** %next, align 8, !dbg !377, !tbaa !114
  store %struct.node* %26, %struct.node** %list, align 8, !dbg !378, !tbaa !114
  %27 = bitcast %struct.node** %next to i8*, !dbg !379
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %27) #11, !dbg !379
  br label %while.cond, !dbg !369, !llvm.loop !380

while.end:                                        ; preds = %while.cond
  %28 = bitcast %struct.big* %tmp to i8*, !dbg !381
  call void @llvm.lifetime.start.p0i8(i64 40, i8* %28) #11, !dbg !381
  %29 = bitcast %struct.point_t* %p to { double, double }*, !dbg !381
  %30 = getelementptr inbounds { double, double }, { double, double }* %29, i32 0, i32 0, !dbg !381
  %31 = load double, double* %30, align 8, !dbg !381
  %32 = getelementptr inbounds { double, double }, { double, double }* %29, i32 0, i32 1, !dbg !381
  %33 = load double, double* %32, align 8, !dbg !381
  call void @by_value(%struct.big* sret(%struct.big) align 1 %tmp, %struct.big* noundef byval(%struct.big) align 8 %b, double %31, double %33), !dbg !381
  %34 = bitcast %struct.big* %b to i8*, !dbg !381
  %35 = bitcast %struct.big* %tmp to i8*, !dbg !381
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %34, i8* align 1 %35, i64 40, i1 false), !dbg !381, !tbaa.struct !319
  %36 = bitcast %struct.big* %tmp to i8*, !dbg !381
  call void @llvm.lifetime.end.p0i8(i64 40, i8* %36) #11, !dbg !381
  %bytes = getelementptr inbounds %struct.big, %struct.big* %b, i32 0, i32 0, !dbg !382
  %arrayidx6 = getelementptr inbounds [40 x i8], [40 x i8]* %bytes, i64 0, i64 0, !dbg !383
  %37 = load i8, i8* %arrayidx6, align 1, !dbg !383, !tbaa !151
  %conv = sext i8 %37 to i32, !dbg !384
  %call7 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef %conv), !dbg !385
  %38 = load i32, i32* @per_thread, align 4, !dbg !386, !tbaa !106
  %add = add nsw i32 %call7, %38, !dbg !387
  %39 = load x86_fp80, x86_fp80* @precise, align 16, !dbg !388, !tbaa !389
  %conv8 = fptosi x86_fp80 %39 to i32, !dbg !391
  %add9 = add nsw i32 %add, %conv8, !dbg !392
  %40 = load i32*, i32** @inner, align 8, !dbg !393, !tbaa !114
  %41 = load i32, i32* %40, align 4, !dbg !394, !tbaa !106
  %call10 = call i32 @alias_of(i32 noundef %41), !dbg !395
  %add11 = add nsw i32 %add9, %call10, !dbg !396
  store i32 %add11, i32* %retval, align 4, !dbg !397
  store i32 1, i32* %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !397

cleanup:                                          ; preds = %while.end, %if.then
  %42 = bitcast %struct.point_t* %p to i8*, !dbg !398
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %42) #11, !dbg !398
  %43 = bitcast %struct.big* %b to i8*, !dbg !398
  call void @llvm.lifetime.end.p0i8(i64 40, i8* %43) #11, !dbg !398
  %44 = bitcast %struct.node** %list to i8*, !dbg !398
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %44) #11, !dbg !398
  %45 = load i32, i32* %retval, align 4, !dbg !398
  ret i32 %45, !dbg !398
}

; Function Attrs: argmemonly nocallback nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #7

; Function Attrs: nounwind returns_twice
declare i32 @_setjmp(%struct.__jmp_buf_tag* noundef) #8

declare !dbg !399 i32 @"real name"() #9

; Function Attrs: nounwind
declare void @free(i8* noundef) #10

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nocallback nofree nosync nounwind willreturn }
attributes #3 = { nounwind allocsize(0) "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nosync nounwind willreturn }
attributes #6 = { argmemonly nocallback nofree nounwind willreturn }
attributes #7 = { argmemonly nocallback nofree nounwind willreturn writeonly }
attributes #8 = { nounwind returns_twice "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind }
attributes #12 = { nounwind allocsize(0) }
attributes #13 = { noreturn }
attributes #14 = { nounwind returns_twice }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!94, !95, !96, !97, !98, !99}
!llvm.ident = !{!100}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "per_thread", scope: !2, file: !3, line: 25, type: !14, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 15.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !11, globals: !15, splitDebugInlining: false, nameTableKind: None)
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
!15 = !{!0, !16, !18, !21, !35, !38, !47, !52, !57, !62, !88}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "ratio", scope: !2, file: !3, line: 27, type: !12, isLocal: false, isDefinition: true)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "precise", scope: !2, file: !3, line: 28, type: !20, isLocal: false, isDefinition: true)
!20 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 29, type: !23, isLocal: false, isDefinition: true)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 10, size: 192, elements: !25)
!25 = !{!26, !27, !28, !29, !30}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !24, file: !3, line: 11, baseType: !23, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !24, file: !3, line: 12, baseType: !14, size: 32, offset: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !24, file: !3, line: 13, baseType: !6, size: 3, offset: 96, flags: DIFlagBitField, extraData: i64 96)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !24, file: !3, line: 14, baseType: !6, size: 5, offset: 99, flags: DIFlagBitField, extraData: i64 96)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !24, file: !3, line: 15, baseType: !31, size: 32, offset: 128)
!31 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !24, file: !3, line: 15, size: 32, elements: !32)
!32 = !{!33, !34}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !31, file: !3, line: 15, baseType: !14, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !31, file: !3, line: 15, baseType: !12, size: 32)
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "inner", scope: !2, file: !3, line: 30, type: !37, isLocal: false, isDefinition: true)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
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
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !56, size: 64)
!56 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "handler", scope: !2, file: !3, line: 26, type: !59, isLocal: false, isDefinition: true)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !60, size: 64)
!60 = !DISubroutineType(types: !61)
!61 = !{!14, !55, null}
!62 = !DIGlobalVariableExpression(var: !63, expr: !DIExpression())
!63 = distinct !DIGlobalVariable(name: "env", scope: !2, file: !3, line: 92, type: !64, isLocal: true, isDefinition: true)
!64 = !DIDerivedType(tag: DW_TAG_typedef, name: "jmp_buf", file: !65, line: 32, baseType: !66)
!65 = !DIFile(filename: "/usr/include/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "cd7862ae7ed31595227c999638ae74e7")
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 1600, elements: !86)
!67 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__jmp_buf_tag", file: !68, line: 26, size: 1600, elements: !69)
!68 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct___jmp_buf_tag.h", directory: "", checksumkind: CSK_MD5, checksum: "56a90a97e853c2bec1d9e290be5e92e4")
!69 = !{!70, !77, !78}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__jmpbuf", scope: !67, file: !68, line: 32, baseType: !71, size: 512)
!71 = !DIDerivedType(tag: DW_TAG_typedef, name: "__jmp_buf", file: !72, line: 31, baseType: !73)
!72 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "80e7796efafaf357b5e64731e4f6ac30")
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !74, size: 512, elements: !75)
!74 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!75 = !{!76}
!76 = !DISubrange(count: 8)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__mask_was_saved", scope: !67, file: !68, line: 33, baseType: !14, size: 32, offset: 512)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "__saved_mask", scope: !67, file: !68, line: 34, baseType: !79, size: 1024, offset: 576)
!79 = !DIDerivedType(tag: DW_TAG_typedef, name: "__sigset_t", file: !80, line: 8, baseType: !81)
!80 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h", directory: "", checksumkind: CSK_MD5, checksum: "acc6b14c0967857fec362a8d433e1cf2")
!81 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !80, line: 5, size: 1024, elements: !82)
!82 = !{!83}
!83 = !DIDerivedType(tag: DW_TAG_member, name: "__val", scope: !81, file: !80, line: 7, baseType: !84, size: 1024)
!84 = !DICompositeType(tag: DW_TAG_array_type, baseType: !85, size: 1024, elements: !50)
!85 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!86 = !{!87}
!87 = !DISubrange(count: 1)
!88 = !DIGlobalVariableExpression(var: !89, expr: !DIExpression())
!89 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 24, type: !90, isLocal: true, isDefinition: true)
!90 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 192, elements: !91)
!91 = !{!92, !93}
!92 = !DISubrange(count: 2)
!93 = !DISubrange(count: 3)
!94 = !{i32 7, !"Dwarf Version", i32 5}
!95 = !{i32 2, !"Debug Info Version", i32 3}
!96 = !{i32 1, !"wchar_size", i32 4}
!97 = !{i32 7, !"PIC Level", i32 2}
!98 = !{i32 7, !"PIE Level", i32 2}
!99 = !{i32 7, !"uwtable", i32 2}
!100 = !{!"Debian clang version 15.0.6"}
!101 = distinct !DISubprogram(name: "weak_target", scope: !3, file: !3, line: 35, type: !102, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !104)
!102 = !DISubroutineType(types: !103)
!103 = !{!14, !14}
!104 = !{!105}
!105 = !DILocalVariable(name: "v", arg: 1, scope: !101, file: !3, line: 35, type: !14)
!106 = !{!107, !107, i64 0}
!107 = !{!"int", !108, i64 0}
!108 = !{!"omnipotent char", !109, i64 0}
!109 = !{!"Simple C/C++ TBAA"}
!110 = !DILocation(line: 35, column: 21, scope: !101)
!111 = !DILocation(line: 35, column: 33, scope: !101)
!112 = !DILocation(line: 35, column: 35, scope: !101)
!113 = !DILocation(line: 35, column: 26, scope: !101)
!114 = !{!115, !115, i64 0}
!115 = !{!"any pointer", !108, i64 0}
!116 = !DILocation(line: 38, column: 32, scope: !40)
!117 = !DILocation(line: 38, column: 42, scope: !40)
!118 = !DILocation(line: 40, column: 5, scope: !40)
!119 = !DILocation(line: 40, column: 18, scope: !40)
!120 = !DILocation(line: 40, column: 22, scope: !40)
!121 = !DILocation(line: 41, column: 10, scope: !122)
!122 = distinct !DILexicalBlock(scope: !40, file: !3, line: 41, column: 9)
!123 = !DILocation(line: 41, column: 9, scope: !40)
!124 = !DILocation(line: 42, column: 9, scope: !122)
!125 = !DILocation(line: 43, column: 10, scope: !40)
!126 = !DILocation(line: 44, column: 15, scope: !40)
!127 = !DILocation(line: 44, column: 5, scope: !40)
!128 = !DILocation(line: 44, column: 8, scope: !40)
!129 = !DILocation(line: 44, column: 13, scope: !40)
!130 = !{!131, !115, i64 0}
!131 = !{!"node", !115, i64 0, !107, i64 8, !107, i64 12, !107, i64 12, !108, i64 16}
!132 = !DILocation(line: 45, column: 14, scope: !40)
!133 = !DILocation(line: 45, column: 5, scope: !40)
!134 = !DILocation(line: 45, column: 8, scope: !40)
!135 = !DILocation(line: 45, column: 12, scope: !40)
!136 = !{!131, !107, i64 8}
!137 = !DILocation(line: 46, column: 25, scope: !40)
!138 = !DILocation(line: 46, column: 5, scope: !40)
!139 = !DILocation(line: 46, column: 8, scope: !40)
!140 = !DILocation(line: 46, column: 13, scope: !40)
!141 = !DILocation(line: 47, column: 18, scope: !40)
!142 = !{!143, !143, i64 0}
!143 = !{!"float", !108, i64 0}
!144 = !DILocation(line: 47, column: 33, scope: !40)
!145 = !DILocation(line: 47, column: 26, scope: !40)
!146 = !DILocation(line: 47, column: 24, scope: !40)
!147 = !DILocation(line: 47, column: 5, scope: !40)
!148 = !DILocation(line: 47, column: 8, scope: !40)
!149 = !DILocation(line: 47, column: 14, scope: !40)
!150 = !DILocation(line: 47, column: 16, scope: !40)
!151 = !{!108, !108, i64 0}
!152 = !DILocation(line: 48, column: 12, scope: !40)
!153 = !DILocation(line: 49, column: 1, scope: !40)
!154 = !DILocation(line: 48, column: 5, scope: !40)
!155 = !DISubprogram(name: "die", scope: !3, file: !3, line: 32, type: !156, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized, retainedNodes: !160)
!156 = !DISubroutineType(types: !157)
!157 = !{null, !158}
!158 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !159, size: 64)
!159 = !DICompositeType(tag: DW_TAG_structure_type, name: "fwd", file: !3, line: 20, flags: DIFlagFwdDecl)
!160 = !{}
!161 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 51, type: !162, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !164)
!162 = !DISubroutineType(types: !163)
!163 = !{!14, !14, null}
!164 = !{!165, !166, !179, !180}
!165 = !DILocalVariable(name: "n", arg: 1, scope: !161, file: !3, line: 51, type: !14)
!166 = !DILocalVariable(name: "ap", scope: !161, file: !3, line: 52, type: !167)
!167 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !168, line: 14, baseType: !169)
!168 = !DIFile(filename: "/usr/lib/llvm-15/lib/clang/15.0.6/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!169 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !170, baseType: !171)
!170 = !DIFile(filename: "sample.c", directory: "/src")
!171 = !DICompositeType(tag: DW_TAG_array_type, baseType: !172, size: 192, elements: !86)
!172 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !173)
!173 = !{!174, !175, !176, !178}
!174 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !172, file: !170, line: 52, baseType: !6, size: 32)
!175 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !172, file: !170, line: 52, baseType: !6, size: 32, offset: 32)
!176 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !172, file: !170, line: 52, baseType: !177, size: 64, offset: 64)
!177 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!178 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !172, file: !170, line: 52, baseType: !177, size: 64, offset: 128)
!179 = !DILocalVariable(name: "total", scope: !161, file: !3, line: 53, type: !14)
!180 = !DILocalVariable(name: "i", scope: !181, file: !3, line: 55, type: !14)
!181 = distinct !DILexicalBlock(scope: !161, file: !3, line: 55, column: 5)
!182 = !DILocation(line: 51, column: 13, scope: !161)
!183 = !DILocation(line: 52, column: 5, scope: !161)
!184 = !DILocation(line: 52, column: 13, scope: !161)
!185 = !DILocation(line: 53, column: 5, scope: !161)
!186 = !DILocation(line: 53, column: 9, scope: !161)
!187 = !DILocation(line: 54, column: 5, scope: !161)
!188 = !DILocation(line: 55, column: 10, scope: !181)
!189 = !DILocation(line: 55, column: 14, scope: !181)
!190 = !DILocation(line: 55, column: 21, scope: !191)
!191 = distinct !DILexicalBlock(scope: !181, file: !3, line: 55, column: 5)
!192 = !DILocation(line: 55, column: 25, scope: !191)
!193 = !DILocation(line: 55, column: 23, scope: !191)
!194 = !DILocation(line: 55, column: 5, scope: !181)
!195 = !DILocation(line: 55, column: 5, scope: !191)
!196 = !DILocation(line: 56, column: 18, scope: !191)
!197 = !DILocation(line: 56, column: 15, scope: !191)
!198 = !DILocation(line: 56, column: 9, scope: !191)
!199 = !DILocation(line: 55, column: 29, scope: !191)
!200 = distinct !{!200, !194, !201, !202, !203}
!201 = !DILocation(line: 56, column: 18, scope: !181)
!202 = !{!"llvm.loop.mustprogress"}
!203 = !{!"llvm.loop.unroll.disable"}
!204 = !DILocation(line: 57, column: 5, scope: !161)
!205 = !DILocation(line: 58, column: 12, scope: !161)
!206 = !DILocation(line: 59, column: 1, scope: !161)
!207 = !DILocation(line: 58, column: 5, scope: !161)
!208 = distinct !DISubprogram(name: "classify", scope: !3, file: !3, line: 61, type: !209, scopeLine: 61, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !211)
!209 = !DISubroutineType(types: !210)
!210 = !{!14, !5, !14}
!211 = !{!212, !213}
!212 = !DILocalVariable(name: "c", arg: 1, scope: !208, file: !3, line: 61, type: !5)
!213 = !DILocalVariable(name: "flag", arg: 2, scope: !208, file: !3, line: 61, type: !14)
!214 = !DILocation(line: 61, column: 25, scope: !208)
!215 = !DILocation(line: 61, column: 32, scope: !208)
!216 = !DILocation(line: 62, column: 13, scope: !208)
!217 = !DILocation(line: 62, column: 5, scope: !208)
!218 = !DILocation(line: 63, column: 22, scope: !219)
!219 = distinct !DILexicalBlock(scope: !208, file: !3, line: 62, column: 16)
!220 = !DILocation(line: 63, column: 15, scope: !219)
!221 = !DILocation(line: 64, column: 17, scope: !219)
!222 = !DILocation(line: 65, column: 21, scope: !219)
!223 = !DILocation(line: 65, column: 31, scope: !219)
!224 = !DILocation(line: 65, column: 49, scope: !219)
!225 = !DILocation(line: 65, column: 59, scope: !219)
!226 = !DILocation(line: 65, column: 14, scope: !219)
!227 = !DILocation(line: 67, column: 1, scope: !208)
!228 = distinct !DISubprogram(name: "jumps", scope: !3, file: !3, line: 69, type: !102, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !229)
!229 = !{!230, !231, !234, !235}
!230 = !DILocalVariable(name: "which", arg: 1, scope: !228, file: !3, line: 69, type: !14)
!231 = !DILocalVariable(name: "targets", scope: !228, file: !3, line: 70, type: !232)
!232 = !DICompositeType(tag: DW_TAG_array_type, baseType: !177, size: 128, elements: !233)
!233 = !{!92}
!234 = !DILabel(scope: !228, name: "a", file: !3, line: 72)
!235 = !DILabel(scope: !228, name: "b", file: !3, line: 74)
!236 = !DILocation(line: 69, column: 15, scope: !228)
!237 = !DILocation(line: 70, column: 11, scope: !228)
!238 = !DILocation(line: 71, column: 19, scope: !228)
!239 = !DILocation(line: 71, column: 25, scope: !228)
!240 = !DILocation(line: 71, column: 11, scope: !228)
!241 = !DILocation(line: 71, column: 5, scope: !228)
!242 = !DILocation(line: 72, column: 1, scope: !228)
!243 = !DILocation(line: 73, column: 5, scope: !228)
!244 = !DILocation(line: 74, column: 1, scope: !228)
!245 = !DILocation(line: 75, column: 5, scope: !228)
!246 = !DILocation(line: 76, column: 1, scope: !228)
!247 = distinct !DISubprogram(name: "low_level", scope: !3, file: !3, line: 78, type: !248, scopeLine: 78, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !252)
!248 = !DISubroutineType(types: !249)
!249 = !{!6, !6, !250, !14}
!250 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !251, size: 64)
!251 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !14)
!252 = !{!253, !254, !255, !256, !257, !258}
!253 = !DILocalVariable(name: "x", arg: 1, scope: !247, file: !3, line: 78, type: !6)
!254 = !DILocalVariable(name: "shared", arg: 2, scope: !247, file: !3, line: 78, type: !250)
!255 = !DILocalVariable(name: "len", arg: 3, scope: !247, file: !3, line: 78, type: !14)
!256 = !DILocalVariable(name: "r", scope: !247, file: !3, line: 79, type: !6)
!257 = !DILocalVariable(name: "__vla_expr0", scope: !247, type: !85, flags: DIFlagArtificial)
!258 = !DILocalVariable(name: "vla", scope: !247, file: !3, line: 80, type: !259)
!259 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, elements: !260)
!260 = !{!261}
!261 = !DISubrange(count: !257)
!262 = !DILocation(line: 78, column: 29, scope: !247)
!263 = !DILocation(line: 78, column: 45, scope: !247)
!264 = !DILocation(line: 78, column: 57, scope: !247)
!265 = !DILocation(line: 79, column: 5, scope: !247)
!266 = !DILocation(line: 79, column: 14, scope: !247)
!267 = !DILocation(line: 80, column: 13, scope: !247)
!268 = !DILocation(line: 80, column: 5, scope: !247)
!269 = !DILocation(line: 0, scope: !247)
!270 = !DILocation(line: 80, column: 9, scope: !247)
!271 = !DILocation(line: 81, column: 14, scope: !247)
!272 = !DILocation(line: 81, column: 5, scope: !247)
!273 = !DILocation(line: 81, column: 12, scope: !247)
!274 = !DILocation(line: 82, column: 6, scope: !247)
!275 = !DILocation(line: 82, column: 13, scope: !247)
!276 = !DILocation(line: 83, column: 63, scope: !247)
!277 = !DILocation(line: 83, column: 5, scope: !247)
!278 = !{i64 2100, i64 2111}
!279 = !DILocation(line: 84, column: 12, scope: !247)
!280 = !DILocation(line: 84, column: 26, scope: !247)
!281 = !DILocation(line: 84, column: 14, scope: !247)
!282 = !DILocation(line: 84, column: 59, scope: !247)
!283 = !DILocation(line: 84, column: 61, scope: !247)
!284 = !DILocation(line: 84, column: 45, scope: !247)
!285 = !DILocation(line: 84, column: 33, scope: !247)
!286 = !DILocation(line: 85, column: 1, scope: !247)
!287 = distinct !DISubprogram(name: "by_value", scope: !3, file: !3, line: 87, type: !288, scopeLine: 87, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !302)
!288 = !DISubroutineType(types: !289)
!289 = !{!290, !290, !296}
!290 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 21, size: 320, elements: !291)
!291 = !{!292}
!292 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !290, file: !3, line: 21, baseType: !293, size: 320)
!293 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 320, elements: !294)
!294 = !{!295}
!295 = !DISubrange(count: 40)
!296 = !DIDerivedType(tag: DW_TAG_typedef, name: "point_t", file: !3, line: 18, baseType: !297)
!297 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 18, size: 128, elements: !298)
!298 = !{!299, !301}
!299 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !297, file: !3, line: 18, baseType: !300, size: 64)
!300 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!301 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !297, file: !3, line: 18, baseType: !300, size: 64, offset: 64)
!302 = !{!303, !304}
!303 = !DILocalVariable(name: "b", arg: 1, scope: !287, file: !3, line: 87, type: !290)
!304 = !DILocalVariable(name: "p", arg: 2, scope: !287, file: !3, line: 87, type: !296)
!305 = !DILocation(line: 87, column: 32, scope: !287)
!306 = !DILocation(line: 87, column: 43, scope: !287)
!307 = !DILocation(line: 88, column: 27, scope: !287)
!308 = !{!309, !310, i64 0}
!309 = !{!"", !310, i64 0, !310, i64 8}
!310 = !{!"double", !108, i64 0}
!311 = !DILocation(line: 88, column: 33, scope: !287)
!312 = !{!309, !310, i64 8}
!313 = !DILocation(line: 88, column: 29, scope: !287)
!314 = !DILocation(line: 88, column: 18, scope: !287)
!315 = !DILocation(line: 88, column: 7, scope: !287)
!316 = !DILocation(line: 88, column: 5, scope: !287)
!317 = !DILocation(line: 88, column: 16, scope: !287)
!318 = !DILocation(line: 89, column: 12, scope: !287)
!319 = !{i64 0, i64 40, !151}
!320 = !DILocation(line: 89, column: 5, scope: !287)
!321 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 94, type: !322, scopeLine: 94, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !326)
!322 = !DISubroutineType(types: !323)
!323 = !{!14, !14, !324}
!324 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !325, size: 64)
!325 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!326 = !{!327, !328, !329, !330, !331, !332, !334}
!327 = !DILocalVariable(name: "argc", arg: 1, scope: !321, file: !3, line: 94, type: !14)
!328 = !DILocalVariable(name: "argv", arg: 2, scope: !321, file: !3, line: 94, type: !324)
!329 = !DILocalVariable(name: "list", scope: !321, file: !3, line: 95, type: !23)
!330 = !DILocalVariable(name: "b", scope: !321, file: !3, line: 96, type: !290)
!331 = !DILocalVariable(name: "p", scope: !321, file: !3, line: 97, type: !296)
!332 = !DILocalVariable(name: "i", scope: !333, file: !3, line: 100, type: !14)
!333 = distinct !DILexicalBlock(scope: !321, file: !3, line: 100, column: 5)
!334 = !DILocalVariable(name: "next", scope: !335, file: !3, line: 103, type: !23)
!335 = distinct !DILexicalBlock(scope: !321, file: !3, line: 102, column: 18)
!336 = !DILocation(line: 94, column: 14, scope: !321)
!337 = !DILocation(line: 94, column: 27, scope: !321)
!338 = !DILocation(line: 95, column: 5, scope: !321)
!339 = !DILocation(line: 95, column: 18, scope: !321)
!340 = !DILocation(line: 96, column: 5, scope: !321)
!341 = !DILocation(line: 96, column: 16, scope: !321)
!342 = !DILocation(line: 97, column: 5, scope: !321)
!343 = !DILocation(line: 97, column: 13, scope: !321)
!344 = !DILocation(line: 98, column: 9, scope: !345)
!345 = distinct !DILexicalBlock(scope: !321, file: !3, line: 98, column: 9)
!346 = !DILocation(line: 98, column: 9, scope: !321)
!347 = !DILocation(line: 99, column: 16, scope: !345)
!348 = !DILocation(line: 99, column: 9, scope: !345)
!349 = !DILocation(line: 100, column: 10, scope: !333)
!350 = !DILocation(line: 100, column: 14, scope: !333)
!351 = !DILocation(line: 100, column: 21, scope: !352)
!352 = distinct !DILexicalBlock(scope: !333, file: !3, line: 100, column: 5)
!353 = !DILocation(line: 100, column: 25, scope: !352)
!354 = !DILocation(line: 100, column: 23, scope: !352)
!355 = !DILocation(line: 100, column: 30, scope: !352)
!356 = !DILocation(line: 100, column: 33, scope: !352)
!357 = !DILocation(line: 100, column: 38, scope: !352)
!358 = !DILocation(line: 0, scope: !352)
!359 = !DILocation(line: 100, column: 5, scope: !333)
!360 = !DILocation(line: 100, column: 5, scope: !352)
!361 = !DILocation(line: 101, column: 21, scope: !352)
!362 = !DILocation(line: 101, column: 27, scope: !352)
!363 = !DILocation(line: 101, column: 16, scope: !352)
!364 = !DILocation(line: 101, column: 14, scope: !352)
!365 = !DILocation(line: 101, column: 9, scope: !352)
!366 = !DILocation(line: 100, column: 43, scope: !352)
!367 = distinct !{!367, !359, !368, !202, !203}
!368 = !DILocation(line: 101, column: 28, scope: !333)
!369 = !DILocation(line: 102, column: 5, scope: !321)
!370 = !DILocation(line: 102, column: 12, scope: !321)
!371 = !DILocation(line: 103, column: 9, scope: !335)
!372 = !DILocation(line: 103, column: 22, scope: !335)
!373 = !DILocation(line: 103, column: 29, scope: !335)
!374 = !DILocation(line: 103, column: 35, scope: !335)
!375 = !DILocation(line: 104, column: 14, scope: !335)
!376 = !DILocation(line: 104, column: 9, scope: !335)
!377 = !DILocation(line: 105, column: 16, scope: !335)
!378 = !DILocation(line: 105, column: 14, scope: !335)
!379 = !DILocation(line: 106, column: 5, scope: !321)
!380 = distinct !{!380, !369, !379, !202, !203}
!381 = !DILocation(line: 107, column: 9, scope: !321)
!382 = !DILocation(line: 108, column: 29, scope: !321)
!383 = !DILocation(line: 108, column: 27, scope: !321)
!384 = !DILocation(line: 108, column: 22, scope: !321)
!385 = !DILocation(line: 108, column: 12, scope: !321)
!386 = !DILocation(line: 108, column: 41, scope: !321)
!387 = !DILocation(line: 108, column: 39, scope: !321)
!388 = !DILocation(line: 108, column: 59, scope: !321)
!389 = !{!390, !390, i64 0}
!390 = !{!"long double", !108, i64 0}
!391 = !DILocation(line: 108, column: 54, scope: !321)
!392 = !DILocation(line: 108, column: 52, scope: !321)
!393 = !DILocation(line: 108, column: 79, scope: !321)
!394 = !DILocation(line: 108, column: 78, scope: !321)
!395 = !DILocation(line: 108, column: 69, scope: !321)
!396 = !DILocation(line: 108, column: 67, scope: !321)
!397 = !DILocation(line: 108, column: 5, scope: !321)
!398 = !DILocation(line: 109, column: 1, scope: !321)
!399 = !DISubprogram(name: "renamed", linkageName: "real name", scope: !3, file: !3, line: 33, type: !400, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !160)
!400 = !DISubroutineType(types: !401)
!401 = !{!14}
