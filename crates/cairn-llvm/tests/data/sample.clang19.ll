; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point_t = type { double, double }
%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }
%struct.node = type { ptr, i32, i8, %union.anon }
%union.anon = type { i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.big = type { [40 x i8] }

@per_thread = dso_local thread_local global i32 3, align 4, !dbg !0
@ratio = dso_local global float 0x3FB99999A0000000, align 4, !dbg !16
@precise = dso_local global x86_fp80 0xK3FFFC000000000000000, align 16, !dbg !18
@second = dso_local global ptr inttoptr (i64 24 to ptr), align 8, !dbg !21
@table = internal global [2 x [3 x i32]] [[3 x i32] [i32 1, i32 -2, i32 3], [3 x i32] [i32 4, i32 5, i32 6]], align 16, !dbg !88
@inner = dso_local global ptr getelementptr (i8, ptr @table, i64 20), align 8, !dbg !35
@push.count = internal global i32 0, align 4, !dbg !38
@handler = dso_local global ptr null, align 8, !dbg !57
@.str = private unnamed_addr constant [16 x i8] c"hello, \22world\22\0A\00", align 1, !dbg !47
@maybe = extern_weak global i32, align 4
@__const.jumps.targets = private unnamed_addr constant [2 x ptr] [ptr blockaddress(@jumps, %a), ptr blockaddress(@jumps, %b)], align 16
@__const.main.p = private unnamed_addr constant %struct.point_t { double 1.000000e+00, double 1.000000e-01 }, align 8
@env = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 16, !dbg !62

@alias_of = weak dso_local alias i32 (i32), ptr @weak_target

; Function Attrs: nounwind uwtable
define dso_local i32 @weak_target(i32 noundef %v) #0 !dbg !101 {
entry:
  %v.addr = alloca i32, align 4
  store i32 %v, ptr %v.addr, align 4, !tbaa !106
    #dbg_declare(ptr %v.addr, !105, !DIExpression(), !110)
  %0 = load i32, ptr %v.addr, align 4, !dbg !111, !tbaa !106
  %add = add nsw i32 %0, 1, !dbg !112
  ret i32 %add, !dbg !113
}

; Function Attrs: nounwind uwtable
define dso_local ptr @push(ptr noundef %list, i32 noundef %key) #0 !dbg !40 {
entry:
  %list.addr = alloca ptr, align 8
  %key.addr = alloca i32, align 4
  %n = alloca ptr, align 8
  store ptr %list, ptr %list.addr, align 8, !tbaa !114
    #dbg_declare(ptr %list.addr, !44, !DIExpression(), !116)
  store i32 %key, ptr %key.addr, align 4, !tbaa !106
    #dbg_declare(ptr %key.addr, !45, !DIExpression(), !117)
  call void @llvm.lifetime.start.p0(i64 8, ptr %n) #11, !dbg !118
    #dbg_declare(ptr %n, !46, !DIExpression(), !119)
  %call = call noalias ptr @malloc(i64 noundef 24) #12, !dbg !120
  store ptr %call, ptr %n, align 8, !dbg !119, !tbaa !114
  %0 = load ptr, ptr %n, align 8, !dbg !121, !tbaa !114
  %tobool = icmp ne ptr %0, null, !dbg !121
  br i1 %tobool, label %if.end, label %if.then, !dbg !123

if.then:                                          ; preds = %entry
  call void @die(ptr noundef null) #13, !dbg !124
  unreachable, !dbg !124

if.end:                                           ; preds = %entry
  %1 = load i32, ptr @push.count, align 4, !dbg !125, !tbaa !106
  %inc = add nsw i32 %1, 1, !dbg !125
  store i32 %inc, ptr @push.count, align 4, !dbg !125, !tbaa !106
  %2 = load ptr, ptr %list.addr, align 8, !dbg !126, !tbaa !114
  %3 = load ptr, ptr %n, align 8, !dbg !127, !tbaa !114
  %next = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0, !dbg !128
  store ptr %2, ptr %next, align 8, !dbg !129, !tbaa !130
  %4 = load i32, ptr %key.addr, align 4, !dbg !132, !tbaa !106
  %5 = load ptr, ptr %n, align 8, !dbg !133, !tbaa !114
  %key1 = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !134
  store i32 %4, ptr %key1, align 8, !dbg !135, !tbaa !136
  %6 = load i32, ptr %key.addr, align 4, !dbg !137, !tbaa !106
  %7 = load ptr, ptr %n, align 8, !dbg !138, !tbaa !114
  %high = getelementptr inbounds %struct.node, ptr %7, i32 0, i32 2, !dbg !139
  %8 = trunc i32 %6 to i8, !dbg !140
  %bf.load = load i8, ptr %high, align 4, !dbg !140
  %bf.value = and i8 %8, 31, !dbg !140
  %bf.shl = shl i8 %bf.value, 3, !dbg !140
  %bf.clear = and i8 %bf.load, 7, !dbg !140
  %bf.set = or i8 %bf.clear, %bf.shl, !dbg !140
  store i8 %bf.set, ptr %high, align 4, !dbg !140
  %bf.result.cast = zext i8 %bf.value to i32, !dbg !140
  %9 = load float, ptr @ratio, align 4, !dbg !141, !tbaa !142
  %10 = load i32, ptr %key.addr, align 4, !dbg !144, !tbaa !106
  %conv = sitofp i32 %10 to float, !dbg !145
  %mul = fmul float %9, %conv, !dbg !146
  %11 = load ptr, ptr %n, align 8, !dbg !147, !tbaa !114
  %value = getelementptr inbounds %struct.node, ptr %11, i32 0, i32 3, !dbg !148
  store float %mul, ptr %value, align 8, !dbg !149, !tbaa !150
  %12 = load ptr, ptr %n, align 8, !dbg !151, !tbaa !114
  call void @llvm.lifetime.end.p0(i64 8, ptr %n) #11, !dbg !152
  ret ptr %12, !dbg !153
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind allocsize(0)
declare !dbg !154 noalias ptr @malloc(i64 noundef) #2

; Function Attrs: noreturn
declare !dbg !161 void @die(ptr noundef) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(i32 noundef %n, ...) #0 !dbg !166 {
entry:
  %n.addr = alloca i32, align 4
  %ap = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !106
    #dbg_declare(ptr %n.addr, !170, !DIExpression(), !185)
  call void @llvm.lifetime.start.p0(i64 24, ptr %ap) #11, !dbg !186
    #dbg_declare(ptr %ap, !171, !DIExpression(), !187)
  call void @llvm.lifetime.start.p0(i64 4, ptr %total) #11, !dbg !188
    #dbg_declare(ptr %total, !182, !DIExpression(), !189)
  store i32 0, ptr %total, align 4, !dbg !189, !tbaa !106
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0, !dbg !190
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !190
  call void @llvm.lifetime.start.p0(i64 4, ptr %i) #11, !dbg !191
    #dbg_declare(ptr %i, !183, !DIExpression(), !192)
  store i32 0, ptr %i, align 4, !dbg !192, !tbaa !106
  br label %for.cond, !dbg !191

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !193, !tbaa !106
  %1 = load i32, ptr %n.addr, align 4, !dbg !195, !tbaa !106
  %cmp = icmp slt i32 %0, %1, !dbg !196
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !197

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(i64 4, ptr %i) #11, !dbg !198
  br label %for.end

for.body:                                         ; preds = %for.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0, !dbg !199
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !199
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !199
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !199
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !199

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !199
  %reg_save_area = load ptr, ptr %2, align 16, !dbg !199
  %3 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !199
  %4 = add i32 %gp_offset, 8, !dbg !199
  store i32 %4, ptr %gp_offset_p, align 16, !dbg !199
  br label %vaarg.end, !dbg !199

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !199
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !199
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !199
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !199
  br label %vaarg.end, !dbg !199

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %3, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !199
  %5 = load i32, ptr %vaarg.addr, align 4, !dbg !199, !tbaa !106
  %6 = load i32, ptr %total, align 4, !dbg !200, !tbaa !106
  %add = add nsw i32 %6, %5, !dbg !200
  store i32 %add, ptr %total, align 4, !dbg !200, !tbaa !106
  br label %for.inc, !dbg !201

for.inc:                                          ; preds = %vaarg.end
  %7 = load i32, ptr %i, align 4, !dbg !202, !tbaa !106
  %inc = add nsw i32 %7, 1, !dbg !202
  store i32 %inc, ptr %i, align 4, !dbg !202, !tbaa !106
  br label %for.cond, !dbg !198, !llvm.loop !203

for.end:                                          ; preds = %for.cond.cleanup
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0, !dbg !207
  call void @llvm.va_end.p0(ptr %arraydecay2), !dbg !207
  %8 = load i32, ptr %total, align 4, !dbg !208, !tbaa !106
  call void @llvm.lifetime.end.p0(i64 4, ptr %total) #11, !dbg !209
  call void @llvm.lifetime.end.p0(i64 24, ptr %ap) #11, !dbg !209
  ret i32 %8, !dbg !210
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #4

; Function Attrs: nounwind uwtable
define dso_local i32 @classify(i32 noundef %c, i32 noundef %flag) #0 !dbg !211 {
entry:
  %retval = alloca i32, align 4
  %c.addr = alloca i32, align 4
  %flag.addr = alloca i32, align 4
  store i32 %c, ptr %c.addr, align 4, !tbaa !106
    #dbg_declare(ptr %c.addr, !215, !DIExpression(), !217)
  store i32 %flag, ptr %flag.addr, align 4, !tbaa !106
    #dbg_declare(ptr %flag.addr, !216, !DIExpression(), !218)
  %0 = load i32, ptr %c.addr, align 4, !dbg !219, !tbaa !106
  switch i32 %0, label %sw.default [
    i32 0, label %sw.bb
    i32 7, label %sw.bb1
  ], !dbg !220

sw.bb:                                            ; preds = %entry
  %1 = load i32, ptr %flag.addr, align 4, !dbg !221, !tbaa !106
  %tobool = icmp ne i32 %1, 0, !dbg !221
  %2 = zext i1 %tobool to i64, !dbg !221
  %cond = select i1 %tobool, i32 1, i32 -1, !dbg !221
  store i32 %cond, ptr %retval, align 4, !dbg !223
  br label %return, !dbg !223

sw.bb1:                                           ; preds = %entry
  store i32 2, ptr %retval, align 4, !dbg !224
  br label %return, !dbg !224

sw.default:                                       ; preds = %entry
  %3 = load ptr, ptr @handler, align 8, !dbg !225, !tbaa !114
  %tobool2 = icmp ne ptr %3, null, !dbg !225
  br i1 %tobool2, label %cond.true, label %cond.false, !dbg !225

cond.true:                                        ; preds = %sw.default
  %4 = load ptr, ptr @handler, align 8, !dbg !226, !tbaa !114
  %5 = load i32, ptr %c.addr, align 4, !dbg !227, !tbaa !106
  %call = call i32 (ptr, ...) %4(ptr noundef @.str, i32 noundef %5, double noundef 2.500000e+00), !dbg !226
  br label %cond.end, !dbg !225

cond.false:                                       ; preds = %sw.default
  %6 = load i32, ptr @maybe, align 4, !dbg !228, !tbaa !106
  br label %cond.end, !dbg !225

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond3 = phi i32 [ %call, %cond.true ], [ %6, %cond.false ], !dbg !225
  store i32 %cond3, ptr %retval, align 4, !dbg !229
  br label %return, !dbg !229

return:                                           ; preds = %cond.end, %sw.bb1, %sw.bb
  %7 = load i32, ptr %retval, align 4, !dbg !230
  ret i32 %7, !dbg !230
}

; Function Attrs: nounwind uwtable
define dso_local i32 @jumps(i32 noundef %which) #0 !dbg !231 {
entry:
  %retval = alloca i32, align 4
  %which.addr = alloca i32, align 4
  %targets = alloca [2 x ptr], align 16
  store i32 %which, ptr %which.addr, align 4, !tbaa !106
    #dbg_declare(ptr %which.addr, !233, !DIExpression(), !239)
    #dbg_declare(ptr %targets, !234, !DIExpression(), !240)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %targets, ptr align 16 @__const.jumps.targets, i64 16, i1 false), !dbg !240
  %0 = load i32, ptr %which.addr, align 4, !dbg !241, !tbaa !106
  %and = and i32 %0, 1, !dbg !242
  %idxprom = sext i32 %and to i64, !dbg !243
  %arrayidx = getelementptr inbounds [2 x ptr], ptr %targets, i64 0, i64 %idxprom, !dbg !243
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !243, !tbaa !114
  br label %indirectgoto, !dbg !244

a:                                                ; preds = %indirectgoto
    #dbg_label(!237, !245)
  store i32 1, ptr %retval, align 4, !dbg !246
  br label %return, !dbg !246

b:                                                ; preds = %indirectgoto
    #dbg_label(!238, !247)
  store i32 2, ptr %retval, align 4, !dbg !248
  br label %return, !dbg !248

return:                                           ; preds = %b, %a
  %2 = load i32, ptr %retval, align 4, !dbg !249
  ret i32 %2, !dbg !249

indirectgoto:                                     ; preds = %entry
  %indirect.goto.dest = phi ptr [ %1, %entry ]
  indirectbr ptr %indirect.goto.dest, [label %a, label %b]
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: nounwind uwtable
define dso_local i32 @low_level(i32 noundef %x, ptr noundef %shared, i32 noundef %len) #0 !dbg !250 {
entry:
  %x.addr = alloca i32, align 4
  %shared.addr = alloca ptr, align 8
  %len.addr = alloca i32, align 4
  %r = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  store i32 %x, ptr %x.addr, align 4, !tbaa !106
    #dbg_declare(ptr %x.addr, !256, !DIExpression(), !265)
  store ptr %shared, ptr %shared.addr, align 8, !tbaa !114
    #dbg_declare(ptr %shared.addr, !257, !DIExpression(), !266)
  store i32 %len, ptr %len.addr, align 4, !tbaa !106
    #dbg_declare(ptr %len.addr, !258, !DIExpression(), !267)
  call void @llvm.lifetime.start.p0(i64 4, ptr %r) #11, !dbg !268
    #dbg_declare(ptr %r, !259, !DIExpression(), !269)
  %0 = load i32, ptr %len.addr, align 4, !dbg !270, !tbaa !106
  %1 = zext i32 %0 to i64, !dbg !271
  %2 = call ptr @llvm.stacksave.p0(), !dbg !271
  store ptr %2, ptr %saved_stack, align 8, !dbg !271
  %vla = alloca i32, i64 %1, align 16, !dbg !271
  store i64 %1, ptr %__vla_expr0, align 8, !dbg !271
    #dbg_declare(ptr %__vla_expr0, !260, !DIExpression(), !272)
    #dbg_declare(ptr %vla, !261, !DIExpression(), !273)
  %3 = atomicrmw add ptr @table, i32 1 seq_cst, align 16, !dbg !274
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 0, !dbg !275
  store i32 %3, ptr %arrayidx, align 16, !dbg !276, !tbaa !106
  %4 = load ptr, ptr %shared.addr, align 8, !dbg !277, !tbaa !114
  %5 = atomicrmw add ptr %4, i32 2 seq_cst, align 4, !dbg !278
  %6 = add i32 %5, 2, !dbg !278
  %7 = load i32, ptr %x.addr, align 4, !dbg !279, !tbaa !106
  %8 = call i32 asm sideeffect "bswap $0\0A\09# \22done\22", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %7) #11, !dbg !280, !srcloc !281
  store i32 %8, ptr %r, align 4, !dbg !280, !tbaa !106
  %9 = load i32, ptr %r, align 4, !dbg !282, !tbaa !106
  %arrayidx1 = getelementptr inbounds i32, ptr %vla, i64 0, !dbg !283
  %10 = load i32, ptr %arrayidx1, align 16, !dbg !283, !tbaa !106
  %add = add i32 %9, %10, !dbg !284
  %11 = load i32, ptr %x.addr, align 4, !dbg !285, !tbaa !106
  %or = or i32 %11, 1, !dbg !286
  %12 = call i32 @llvm.ctlz.i32(i32 %or, i1 true), !dbg !287
  %add2 = add i32 %add, %12, !dbg !288
  %13 = load ptr, ptr %saved_stack, align 8, !dbg !289
  call void @llvm.stackrestore.p0(ptr %13), !dbg !289
  call void @llvm.lifetime.end.p0(i64 4, ptr %r) #11, !dbg !289
  ret i32 %add2, !dbg !289
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #4

; Function Attrs: nounwind uwtable
define dso_local void @by_value(ptr dead_on_unwind noalias writable sret(%struct.big) align 1 %agg.result, ptr noundef byval(%struct.big) align 8 %b, double %p.coerce0, double %p.coerce1) #0 !dbg !290 {
entry:
  %p = alloca %struct.point_t, align 8
  %0 = getelementptr inbounds { double, double }, ptr %p, i32 0, i32 0
  store double %p.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds { double, double }, ptr %p, i32 0, i32 1
  store double %p.coerce1, ptr %1, align 8
    #dbg_declare(ptr %b, !306, !DIExpression(), !308)
    #dbg_declare(ptr %p, !307, !DIExpression(), !309)
  %x = getelementptr inbounds %struct.point_t, ptr %p, i32 0, i32 0, !dbg !310
  %2 = load double, ptr %x, align 8, !dbg !310, !tbaa !311
  %y = getelementptr inbounds %struct.point_t, ptr %p, i32 0, i32 1, !dbg !314
  %3 = load double, ptr %y, align 8, !dbg !314, !tbaa !315
  %cmp = fcmp ogt double %2, %3, !dbg !316
  %conv = zext i1 %cmp to i32, !dbg !316
  %conv1 = trunc i32 %conv to i8, !dbg !317
  %bytes = getelementptr inbounds %struct.big, ptr %b, i32 0, i32 0, !dbg !318
  %arrayidx = getelementptr inbounds [40 x i8], ptr %bytes, i64 0, i64 0, !dbg !319
  store i8 %conv1, ptr %arrayidx, align 8, !dbg !320, !tbaa !150
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %agg.result, ptr align 8 %b, i64 40, i1 false), !dbg !321, !tbaa.struct !322
  ret void, !dbg !323
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !324 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %list = alloca ptr, align 8
  %b = alloca %struct.big, align 8
  %p = alloca %struct.point_t, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %i = alloca i32, align 4
  %next = alloca ptr, align 8
  %tmp = alloca %struct.big, align 1
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4, !tbaa !106
    #dbg_declare(ptr %argc.addr, !330, !DIExpression(), !339)
  store ptr %argv, ptr %argv.addr, align 8, !tbaa !114
    #dbg_declare(ptr %argv.addr, !331, !DIExpression(), !340)
  call void @llvm.lifetime.start.p0(i64 8, ptr %list) #11, !dbg !341
    #dbg_declare(ptr %list, !332, !DIExpression(), !342)
  store ptr null, ptr %list, align 8, !dbg !342, !tbaa !114
  call void @llvm.lifetime.start.p0(i64 40, ptr %b) #11, !dbg !343
    #dbg_declare(ptr %b, !333, !DIExpression(), !344)
  call void @llvm.memset.p0.i64(ptr align 1 %b, i8 0, i64 40, i1 false), !dbg !344
  %0 = getelementptr inbounds { <{ i8, i8, [38 x i8] }> }, ptr %b, i32 0, i32 0, !dbg !344
  %1 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, ptr %0, i32 0, i32 0, !dbg !344
  store i8 1, ptr %1, align 1, !dbg !344
  %2 = getelementptr inbounds <{ i8, i8, [38 x i8] }>, ptr %0, i32 0, i32 1, !dbg !344
  store i8 2, ptr %2, align 1, !dbg !344
  call void @llvm.lifetime.start.p0(i64 16, ptr %p) #11, !dbg !345
    #dbg_declare(ptr %p, !334, !DIExpression(), !346)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 @__const.main.p, i64 16, i1 false), !dbg !346
  %call = call i32 @_setjmp(ptr noundef @env) #14, !dbg !347
  %tobool = icmp ne i32 %call, 0, !dbg !347
  br i1 %tobool, label %if.then, label %if.end, !dbg !349

if.then:                                          ; preds = %entry
  %call1 = call i32 @"real name"(), !dbg !350
  store i32 %call1, ptr %retval, align 4, !dbg !351
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !351

if.end:                                           ; preds = %entry
  call void @llvm.lifetime.start.p0(i64 4, ptr %i) #11, !dbg !352
    #dbg_declare(ptr %i, !335, !DIExpression(), !353)
  store i32 0, ptr %i, align 4, !dbg !353, !tbaa !106
  br label %for.cond, !dbg !352

for.cond:                                         ; preds = %for.inc, %if.end
  %3 = load i32, ptr %i, align 4, !dbg !354, !tbaa !106
  %4 = load i32, ptr %argc.addr, align 4, !dbg !356, !tbaa !106
  %cmp = icmp slt i32 %3, %4, !dbg !357
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !358

land.rhs:                                         ; preds = %for.cond
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !359, !tbaa !114
  %6 = load i32, ptr %i, align 4, !dbg !360, !tbaa !106
  %idxprom = sext i32 %6 to i64, !dbg !359
  %arrayidx = getelementptr inbounds ptr, ptr %5, i64 %idxprom, !dbg !359
  %7 = load ptr, ptr %arrayidx, align 8, !dbg !359, !tbaa !114
  %tobool2 = icmp ne ptr %7, null, !dbg !358
  br label %land.end

land.end:                                         ; preds = %land.rhs, %for.cond
  %8 = phi i1 [ false, %for.cond ], [ %tobool2, %land.rhs ], !dbg !361
  br i1 %8, label %for.body, label %for.cond.cleanup, !dbg !362

for.cond.cleanup:                                 ; preds = %land.end
  store i32 2, ptr %cleanup.dest.slot, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %i) #11, !dbg !363
  br label %for.end

for.body:                                         ; preds = %land.end
  %9 = load ptr, ptr %list, align 8, !dbg !364, !tbaa !114
  %10 = load i32, ptr %i, align 4, !dbg !365, !tbaa !106
  %call3 = call ptr @push(ptr noundef %9, i32 noundef %10), !dbg !366
  store ptr %call3, ptr %list, align 8, !dbg !367, !tbaa !114
  br label %for.inc, !dbg !368

for.inc:                                          ; preds = %for.body
  %11 = load i32, ptr %i, align 4, !dbg !369, !tbaa !106
  %inc = add nsw i32 %11, 1, !dbg !369
  store i32 %inc, ptr %i, align 4, !dbg !369, !tbaa !106
  br label %for.cond, !dbg !363, !llvm.loop !370

for.end:                                          ; preds = %for.cond.cleanup
  br label %while.cond, !dbg !372

while.cond:                                       ; preds = %while.body, %for.end
  %12 = load ptr, ptr %list, align 8, !dbg !373, !tbaa !114
  %tobool4 = icmp ne ptr %12, null, !dbg !372
  br i1 %tobool4, label %while.body, label %while.end, !dbg !372

while.body:                                       ; preds = %while.cond
  call void @llvm.lifetime.start.p0(i64 8, ptr %next) #11, !dbg !374
    #dbg_declare(ptr %next, !337, !DIExpression(), !375)
  %13 = load ptr, ptr %list, align 8, !dbg !376, !tbaa !114
  %next5 = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 0, !dbg !377
  %14 = load ptr, ptr %next5, align 8, !dbg !377, !tbaa !130
  store ptr %14, ptr %next, align 8, !dbg !375, !tbaa !114
  %15 = load ptr, ptr %list, align 8, !dbg !378, !tbaa !114
  call void @free(ptr noundef %15) #11, !dbg !379
  %16 = load ptr, ptr %next, align 8, !dbg !380, !tbaa !114
  store ptr %16, ptr %list, align 8, !dbg !381, !tbaa !114
  call void @llvm.lifetime.end.p0(i64 8, ptr %next) #11, !dbg !382
  br label %while.cond, !dbg !372, !llvm.loop !383

while.end:                                        ; preds = %while.cond
  call void @llvm.lifetime.start.p0(i64 40, ptr %tmp) #11, !dbg !384
  %17 = getelementptr inbounds { double, double }, ptr %p, i32 0, i32 0, !dbg !384
  %18 = load double, ptr %17, align 8, !dbg !384
  %19 = getelementptr inbounds { double, double }, ptr %p, i32 0, i32 1, !dbg !384
  %20 = load double, ptr %19, align 8, !dbg !384
  call void @by_value(ptr dead_on_unwind writable sret(%struct.big) align 1 %tmp, ptr noundef byval(%struct.big) align 8 %b, double %18, double %20), !dbg !384
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %b, ptr align 1 %tmp, i64 40, i1 false), !dbg !384, !tbaa.struct !322
  call void @llvm.lifetime.end.p0(i64 40, ptr %tmp) #11, !dbg !384
  %bytes = getelementptr inbounds %struct.big, ptr %b, i32 0, i32 0, !dbg !385
  %arrayidx6 = getelementptr inbounds [40 x i8], ptr %bytes, i64 0, i64 0, !dbg !386
  %21 = load i8, ptr %arrayidx6, align 1, !dbg !386, !tbaa !150
  %conv = sext i8 %21 to i32, !dbg !387
  %call7 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef %conv), !dbg !388
  %22 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread), !dbg !389
  %23 = load i32, ptr %22, align 4, !dbg !389, !tbaa !106
  %add = add nsw i32 %call7, %23, !dbg !390
  %24 = load x86_fp80, ptr @precise, align 16, !dbg !391, !tbaa !392
  %conv8 = fptosi x86_fp80 %24 to i32, !dbg !394
  %add9 = add nsw i32 %add, %conv8, !dbg !395
  %25 = load ptr, ptr @inner, align 8, !dbg !396, !tbaa !114
  %26 = load i32, ptr %25, align 4, !dbg !397, !tbaa !106
  %call10 = call i32 @alias_of(i32 noundef %26), !dbg !398
  %add11 = add nsw i32 %add9, %call10, !dbg !399
  store i32 %add11, ptr %retval, align 4, !dbg !400
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !400

cleanup:                                          ; preds = %while.end, %if.then
  call void @llvm.lifetime.end.p0(i64 16, ptr %p) #11, !dbg !401
  call void @llvm.lifetime.end.p0(i64 40, ptr %b) #11, !dbg !401
  call void @llvm.lifetime.end.p0(i64 8, ptr %list) #11, !dbg !401
  %27 = load i32, ptr %retval, align 4, !dbg !401
  ret i32 %27, !dbg !401
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #7

; Function Attrs: nounwind returns_twice
declare !dbg !402 i32 @_setjmp(ptr noundef) #8

declare !dbg !406 i32 @"real name"() #9

; Function Attrs: nounwind
declare !dbg !409 void @free(ptr noundef) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind willreturn }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { nounwind returns_twice "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind }
attributes #12 = { nounwind allocsize(0) }
attributes #13 = { noreturn }
attributes #14 = { nounwind returns_twice }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!94, !95, !96, !97, !98, !99}
!llvm.ident = !{!100}

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
!97 = !{i32 8, !"PIC Level", i32 2}
!98 = !{i32 7, !"PIE Level", i32 2}
!99 = !{i32 7, !"uwtable", i32 2}
!100 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
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
!149 = !DILocation(line: 47, column: 16, scope: !40)
!150 = !{!108, !108, i64 0}
!151 = !DILocation(line: 48, column: 12, scope: !40)
!152 = !DILocation(line: 49, column: 1, scope: !40)
!153 = !DILocation(line: 48, column: 5, scope: !40)
!154 = !DISubprogram(name: "malloc", scope: !155, file: !155, line: 553, type: !156, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!155 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!156 = !DISubroutineType(types: !157)
!157 = !{!158, !159}
!158 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!159 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !160, line: 18, baseType: !85)
!160 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!161 = !DISubprogram(name: "die", scope: !3, file: !3, line: 32, type: !162, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!162 = !DISubroutineType(types: !163)
!163 = !{null, !164}
!164 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !165, size: 64)
!165 = !DICompositeType(tag: DW_TAG_structure_type, name: "fwd", file: !3, line: 20, flags: DIFlagFwdDecl)
!166 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 51, type: !167, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !169)
!167 = !DISubroutineType(types: !168)
!168 = !{!14, !14, null}
!169 = !{!170, !171, !182, !183}
!170 = !DILocalVariable(name: "n", arg: 1, scope: !166, file: !3, line: 51, type: !14)
!171 = !DILocalVariable(name: "ap", scope: !166, file: !3, line: 52, type: !172)
!172 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !173, line: 12, baseType: !174)
!173 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!174 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !175)
!175 = !DICompositeType(tag: DW_TAG_array_type, baseType: !176, size: 192, elements: !86)
!176 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !177)
!177 = !{!178, !179, !180, !181}
!178 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !176, file: !3, line: 52, baseType: !6, size: 32)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !176, file: !3, line: 52, baseType: !6, size: 32, offset: 32)
!180 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !176, file: !3, line: 52, baseType: !158, size: 64, offset: 64)
!181 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !176, file: !3, line: 52, baseType: !158, size: 64, offset: 128)
!182 = !DILocalVariable(name: "total", scope: !166, file: !3, line: 53, type: !14)
!183 = !DILocalVariable(name: "i", scope: !184, file: !3, line: 55, type: !14)
!184 = distinct !DILexicalBlock(scope: !166, file: !3, line: 55, column: 5)
!185 = !DILocation(line: 51, column: 13, scope: !166)
!186 = !DILocation(line: 52, column: 5, scope: !166)
!187 = !DILocation(line: 52, column: 13, scope: !166)
!188 = !DILocation(line: 53, column: 5, scope: !166)
!189 = !DILocation(line: 53, column: 9, scope: !166)
!190 = !DILocation(line: 54, column: 5, scope: !166)
!191 = !DILocation(line: 55, column: 10, scope: !184)
!192 = !DILocation(line: 55, column: 14, scope: !184)
!193 = !DILocation(line: 55, column: 21, scope: !194)
!194 = distinct !DILexicalBlock(scope: !184, file: !3, line: 55, column: 5)
!195 = !DILocation(line: 55, column: 25, scope: !194)
!196 = !DILocation(line: 55, column: 23, scope: !194)
!197 = !DILocation(line: 55, column: 5, scope: !184)
!198 = !DILocation(line: 55, column: 5, scope: !194)
!199 = !DILocation(line: 56, column: 18, scope: !194)
!200 = !DILocation(line: 56, column: 15, scope: !194)
!201 = !DILocation(line: 56, column: 9, scope: !194)
!202 = !DILocation(line: 55, column: 29, scope: !194)
!203 = distinct !{!203, !197, !204, !205, !206}
!204 = !DILocation(line: 56, column: 18, scope: !184)
!205 = !{!"llvm.loop.mustprogress"}
!206 = !{!"llvm.loop.unroll.disable"}
!207 = !DILocation(line: 57, column: 5, scope: !166)
!208 = !DILocation(line: 58, column: 12, scope: !166)
!209 = !DILocation(line: 59, column: 1, scope: !166)
!210 = !DILocation(line: 58, column: 5, scope: !166)
!211 = distinct !DISubprogram(name: "classify", scope: !3, file: !3, line: 61, type: !212, scopeLine: 61, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !214)
!212 = !DISubroutineType(types: !213)
!213 = !{!14, !5, !14}
!214 = !{!215, !216}
!215 = !DILocalVariable(name: "c", arg: 1, scope: !211, file: !3, line: 61, type: !5)
!216 = !DILocalVariable(name: "flag", arg: 2, scope: !211, file: !3, line: 61, type: !14)
!217 = !DILocation(line: 61, column: 25, scope: !211)
!218 = !DILocation(line: 61, column: 32, scope: !211)
!219 = !DILocation(line: 62, column: 13, scope: !211)
!220 = !DILocation(line: 62, column: 5, scope: !211)
!221 = !DILocation(line: 63, column: 22, scope: !222)
!222 = distinct !DILexicalBlock(scope: !211, file: !3, line: 62, column: 16)
!223 = !DILocation(line: 63, column: 15, scope: !222)
!224 = !DILocation(line: 64, column: 17, scope: !222)
!225 = !DILocation(line: 65, column: 21, scope: !222)
!226 = !DILocation(line: 65, column: 31, scope: !222)
!227 = !DILocation(line: 65, column: 49, scope: !222)
!228 = !DILocation(line: 65, column: 59, scope: !222)
!229 = !DILocation(line: 65, column: 14, scope: !222)
!230 = !DILocation(line: 67, column: 1, scope: !211)
!231 = distinct !DISubprogram(name: "jumps", scope: !3, file: !3, line: 69, type: !102, scopeLine: 69, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !232)
!232 = !{!233, !234, !237, !238}
!233 = !DILocalVariable(name: "which", arg: 1, scope: !231, file: !3, line: 69, type: !14)
!234 = !DILocalVariable(name: "targets", scope: !231, file: !3, line: 70, type: !235)
!235 = !DICompositeType(tag: DW_TAG_array_type, baseType: !158, size: 128, elements: !236)
!236 = !{!92}
!237 = !DILabel(scope: !231, name: "a", file: !3, line: 72)
!238 = !DILabel(scope: !231, name: "b", file: !3, line: 74)
!239 = !DILocation(line: 69, column: 15, scope: !231)
!240 = !DILocation(line: 70, column: 11, scope: !231)
!241 = !DILocation(line: 71, column: 19, scope: !231)
!242 = !DILocation(line: 71, column: 25, scope: !231)
!243 = !DILocation(line: 71, column: 11, scope: !231)
!244 = !DILocation(line: 71, column: 5, scope: !231)
!245 = !DILocation(line: 72, column: 1, scope: !231)
!246 = !DILocation(line: 73, column: 5, scope: !231)
!247 = !DILocation(line: 74, column: 1, scope: !231)
!248 = !DILocation(line: 75, column: 5, scope: !231)
!249 = !DILocation(line: 76, column: 1, scope: !231)
!250 = distinct !DISubprogram(name: "low_level", scope: !3, file: !3, line: 78, type: !251, scopeLine: 78, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !255)
!251 = !DISubroutineType(types: !252)
!252 = !{!6, !6, !253, !14}
!253 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !254, size: 64)
!254 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !14)
!255 = !{!256, !257, !258, !259, !260, !261}
!256 = !DILocalVariable(name: "x", arg: 1, scope: !250, file: !3, line: 78, type: !6)
!257 = !DILocalVariable(name: "shared", arg: 2, scope: !250, file: !3, line: 78, type: !253)
!258 = !DILocalVariable(name: "len", arg: 3, scope: !250, file: !3, line: 78, type: !14)
!259 = !DILocalVariable(name: "r", scope: !250, file: !3, line: 79, type: !6)
!260 = !DILocalVariable(name: "__vla_expr0", scope: !250, type: !85, flags: DIFlagArtificial)
!261 = !DILocalVariable(name: "vla", scope: !250, file: !3, line: 80, type: !262)
!262 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, elements: !263)
!263 = !{!264}
!264 = !DISubrange(count: !260)
!265 = !DILocation(line: 78, column: 29, scope: !250)
!266 = !DILocation(line: 78, column: 45, scope: !250)
!267 = !DILocation(line: 78, column: 57, scope: !250)
!268 = !DILocation(line: 79, column: 5, scope: !250)
!269 = !DILocation(line: 79, column: 14, scope: !250)
!270 = !DILocation(line: 80, column: 13, scope: !250)
!271 = !DILocation(line: 80, column: 5, scope: !250)
!272 = !DILocation(line: 0, scope: !250)
!273 = !DILocation(line: 80, column: 9, scope: !250)
!274 = !DILocation(line: 81, column: 14, scope: !250)
!275 = !DILocation(line: 81, column: 5, scope: !250)
!276 = !DILocation(line: 81, column: 12, scope: !250)
!277 = !DILocation(line: 82, column: 6, scope: !250)
!278 = !DILocation(line: 82, column: 13, scope: !250)
!279 = !DILocation(line: 83, column: 63, scope: !250)
!280 = !DILocation(line: 83, column: 5, scope: !250)
!281 = !{i64 2100, i64 2111}
!282 = !DILocation(line: 84, column: 12, scope: !250)
!283 = !DILocation(line: 84, column: 26, scope: !250)
!284 = !DILocation(line: 84, column: 14, scope: !250)
!285 = !DILocation(line: 84, column: 59, scope: !250)
!286 = !DILocation(line: 84, column: 61, scope: !250)
!287 = !DILocation(line: 84, column: 45, scope: !250)
!288 = !DILocation(line: 84, column: 33, scope: !250)
!289 = !DILocation(line: 85, column: 1, scope: !250)
!290 = distinct !DISubprogram(name: "by_value", scope: !3, file: !3, line: 87, type: !291, scopeLine: 87, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !305)
!291 = !DISubroutineType(types: !292)
!292 = !{!293, !293, !299}
!293 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 21, size: 320, elements: !294)
!294 = !{!295}
!295 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !293, file: !3, line: 21, baseType: !296, size: 320)
!296 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 320, elements: !297)
!297 = !{!298}
!298 = !DISubrange(count: 40)
!299 = !DIDerivedType(tag: DW_TAG_typedef, name: "point_t", file: !3, line: 18, baseType: !300)
!300 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 18, size: 128, elements: !301)
!301 = !{!302, !304}
!302 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !300, file: !3, line: 18, baseType: !303, size: 64)
!303 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!304 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !300, file: !3, line: 18, baseType: !303, size: 64, offset: 64)
!305 = !{!306, !307}
!306 = !DILocalVariable(name: "b", arg: 1, scope: !290, file: !3, line: 87, type: !293)
!307 = !DILocalVariable(name: "p", arg: 2, scope: !290, file: !3, line: 87, type: !299)
!308 = !DILocation(line: 87, column: 32, scope: !290)
!309 = !DILocation(line: 87, column: 43, scope: !290)
!310 = !DILocation(line: 88, column: 27, scope: !290)
!311 = !{!312, !313, i64 0}
!312 = !{!"", !313, i64 0, !313, i64 8}
!313 = !{!"double", !108, i64 0}
!314 = !DILocation(line: 88, column: 33, scope: !290)
!315 = !{!312, !313, i64 8}
!316 = !DILocation(line: 88, column: 29, scope: !290)
!317 = !DILocation(line: 88, column: 18, scope: !290)
!318 = !DILocation(line: 88, column: 7, scope: !290)
!319 = !DILocation(line: 88, column: 5, scope: !290)
!320 = !DILocation(line: 88, column: 16, scope: !290)
!321 = !DILocation(line: 89, column: 12, scope: !290)
!322 = !{i64 0, i64 40, !150}
!323 = !DILocation(line: 89, column: 5, scope: !290)
!324 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 94, type: !325, scopeLine: 94, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !329)
!325 = !DISubroutineType(types: !326)
!326 = !{!14, !14, !327}
!327 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !328, size: 64)
!328 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!329 = !{!330, !331, !332, !333, !334, !335, !337}
!330 = !DILocalVariable(name: "argc", arg: 1, scope: !324, file: !3, line: 94, type: !14)
!331 = !DILocalVariable(name: "argv", arg: 2, scope: !324, file: !3, line: 94, type: !327)
!332 = !DILocalVariable(name: "list", scope: !324, file: !3, line: 95, type: !23)
!333 = !DILocalVariable(name: "b", scope: !324, file: !3, line: 96, type: !293)
!334 = !DILocalVariable(name: "p", scope: !324, file: !3, line: 97, type: !299)
!335 = !DILocalVariable(name: "i", scope: !336, file: !3, line: 100, type: !14)
!336 = distinct !DILexicalBlock(scope: !324, file: !3, line: 100, column: 5)
!337 = !DILocalVariable(name: "next", scope: !338, file: !3, line: 103, type: !23)
!338 = distinct !DILexicalBlock(scope: !324, file: !3, line: 102, column: 18)
!339 = !DILocation(line: 94, column: 14, scope: !324)
!340 = !DILocation(line: 94, column: 27, scope: !324)
!341 = !DILocation(line: 95, column: 5, scope: !324)
!342 = !DILocation(line: 95, column: 18, scope: !324)
!343 = !DILocation(line: 96, column: 5, scope: !324)
!344 = !DILocation(line: 96, column: 16, scope: !324)
!345 = !DILocation(line: 97, column: 5, scope: !324)
!346 = !DILocation(line: 97, column: 13, scope: !324)
!347 = !DILocation(line: 98, column: 9, scope: !348)
!348 = distinct !DILexicalBlock(scope: !324, file: !3, line: 98, column: 9)
!349 = !DILocation(line: 98, column: 9, scope: !324)
!350 = !DILocation(line: 99, column: 16, scope: !348)
!351 = !DILocation(line: 99, column: 9, scope: !348)
!352 = !DILocation(line: 100, column: 10, scope: !336)
!353 = !DILocation(line: 100, column: 14, scope: !336)
!354 = !DILocation(line: 100, column: 21, scope: !355)
!355 = distinct !DILexicalBlock(scope: !336, file: !3, line: 100, column: 5)
!356 = !DILocation(line: 100, column: 25, scope: !355)
!357 = !DILocation(line: 100, column: 23, scope: !355)
!358 = !DILocation(line: 100, column: 30, scope: !355)
!359 = !DILocation(line: 100, column: 33, scope: !355)
!360 = !DILocation(line: 100, column: 38, scope: !355)
!361 = !DILocation(line: 0, scope: !355)
!362 = !DILocation(line: 100, column: 5, scope: !336)
!363 = !DILocation(line: 100, column: 5, scope: !355)
!364 = !DILocation(line: 101, column: 21, scope: !355)
!365 = !DILocation(line: 101, column: 27, scope: !355)
!366 = !DILocation(line: 101, column: 16, scope: !355)
!367 = !DILocation(line: 101, column: 14, scope: !355)
!368 = !DILocation(line: 101, column: 9, scope: !355)
!369 = !DILocation(line: 100, column: 43, scope: !355)
!370 = distinct !{!370, !362, !371, !205, !206}
!371 = !DILocation(line: 101, column: 28, scope: !336)
!372 = !DILocation(line: 102, column: 5, scope: !324)
!373 = !DILocation(line: 102, column: 12, scope: !324)
!374 = !DILocation(line: 103, column: 9, scope: !338)
!375 = !DILocation(line: 103, column: 22, scope: !338)
!376 = !DILocation(line: 103, column: 29, scope: !338)
!377 = !DILocation(line: 103, column: 35, scope: !338)
!378 = !DILocation(line: 104, column: 14, scope: !338)
!379 = !DILocation(line: 104, column: 9, scope: !338)
!380 = !DILocation(line: 105, column: 16, scope: !338)
!381 = !DILocation(line: 105, column: 14, scope: !338)
!382 = !DILocation(line: 106, column: 5, scope: !324)
!383 = distinct !{!383, !372, !382, !205, !206}
!384 = !DILocation(line: 107, column: 9, scope: !324)
!385 = !DILocation(line: 108, column: 29, scope: !324)
!386 = !DILocation(line: 108, column: 27, scope: !324)
!387 = !DILocation(line: 108, column: 22, scope: !324)
!388 = !DILocation(line: 108, column: 12, scope: !324)
!389 = !DILocation(line: 108, column: 41, scope: !324)
!390 = !DILocation(line: 108, column: 39, scope: !324)
!391 = !DILocation(line: 108, column: 59, scope: !324)
!392 = !{!393, !393, i64 0}
!393 = !{!"long double", !108, i64 0}
!394 = !DILocation(line: 108, column: 54, scope: !324)
!395 = !DILocation(line: 108, column: 52, scope: !324)
!396 = !DILocation(line: 108, column: 79, scope: !324)
!397 = !DILocation(line: 108, column: 78, scope: !324)
!398 = !DILocation(line: 108, column: 69, scope: !324)
!399 = !DILocation(line: 108, column: 67, scope: !324)
!400 = !DILocation(line: 108, column: 5, scope: !324)
!401 = !DILocation(line: 109, column: 1, scope: !324)
!402 = !DISubprogram(name: "_setjmp", scope: !65, file: !65, line: 45, type: !403, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!403 = !DISubroutineType(types: !404)
!404 = !{!14, !405}
!405 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 64)
!406 = !DISubprogram(name: "renamed", linkageName: "real name", scope: !3, file: !3, line: 33, type: !407, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!407 = !DISubroutineType(types: !408)
!408 = !{!14}
!409 = !DISubprogram(name: "free", scope: !155, file: !155, line: 568, type: !410, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!410 = !DISubroutineType(types: !411)
!411 = !{null, !158}
