; Every spelling that the reader promises to accept and that the parser of LLVM 19 accepts too (its verifier wants more).
source_filename = "tricky.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
module asm ".globl foo\0A"
module asm "second"

$shared = comdat any
$"quoted comdat" = comdat nodeduplicate

%forward = type { ptr, [3 x i8] }
%later = type <{ i8, i32 }>
%"a b" = type { ptr }
%0 = type { i32, %"a b" }
%never = type opaque
%struct.fam = type { i32, [0 x i8] }

@"\01raw" = global i32 7
@0 = private unnamed_addr constant [4 x i8] c"a\22\5C\00"
@"with space" = internal thread_local(initialexec) unnamed_addr addrspace(0) externally_initialized global i8 -1, section ".mine", partition "p", comdat($shared), align 16
@shared = linkonce_odr dso_local hidden local_unnamed_addr global [9999999999 x i8] zeroinitializer, comdat, no_sanitize_address
@declared = external dllimport global %never
@weak_declared = extern_weak global i32
@tentative = common global i32 0, align 4, !dbg !3
@truth = global [2 x i1] [i1 true, i1 false]
@wide = global i128 -170141183460469231731687303715884105728
@wider = global i256 115792089237316195423570985008687907853269984665640564039457584007913129639935
@hexes = global [2 x i16] [i16 u0x00FF, i16 s0xFF]
@floats = global { half, bfloat, float, double, x86_fp80, fp128 } { half 0xH3C00, bfloat 0xR3F80, float 0x3FB99999A0000000, double 1.250000e-01, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000 }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@vector = global <2 x i32> <i32 1, i32 poison>
@ppc = global ppc_fp128 0xM00000000000000000000000000000000
@gep = global ptr getelementptr inbounds nuw (i8, ptr @truth, i64 1)
@gep_range = global ptr getelementptr inbounds inrange(-4, 4) ({ i32, i32 }, ptr @truth, i32 0, i32 1)
@expr = global i64 sub (i64 ptrtoint (ptr @truth to i64), i64 ptrtoint (ptr @wide to i64))
@truncated = global i8 trunc (i64 ptrtoint (ptr @wide to i64) to i8)
@cast = global ptr addrspace(1) addrspacecast (ptr @wide to ptr addrspace(1))
@label = global ptr blockaddress(@names, %"block 2")
@equivalent = global ptr dso_local_equivalent @plain
@cfi = global ptr no_cfi @plain
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @plain, ptr null }]
@alias = weak_odr hidden unnamed_addr alias i32, ptr @wide
@alias_expr = alias i8, getelementptr (i8, ptr @wide, i64 1)
@resolver = ifunc void (), ptr @resolve

declare ptr @resolve()
declare !dbg !16 noundef zeroext i8 @attributes(ptr nocapture noundef readonly dereferenceable(8) align 8, i32 signext range(i32 0, 10), float nofpclass(nan inf), ptr initializes((0, 4), (8, 12)), ...) local_unnamed_addr #0
declare void @stop() noreturn nounwind memory(argmem: readwrite, inaccessiblemem: none) uwtable(async) "key" "key"="va\22lue"
declare i32 @setjmp(ptr) #1
declare fastcc void @fast(ptr inreg)
declare cc 10 void @numbered()
declare i32 @__gxx_personality_v0(...)

define void @plain() unnamed_addr addrspace(0) #2 section ".text.hot" partition "q" comdat($shared) align 16 gc "statepoint-example" prefix i32 5 prologue i8 1 personality ptr @__gxx_personality_v0 !dbg !4 !prof !{!"function_entry_count", i64 1} {
  ret void
}

define internal i32 @numbers(i32, ptr noundef %p, i32) {
  %3 = add nuw nsw i32 %0, %1
  br label %4

4:                                                ; preds = %4, %2
  %5 = phi i32 [ %3, %2 ], [ %6, %4 ]
  %6 = add i32 %5, 1
  call i32 @numbers(i32 %6, ptr %p, i32 1)
  %8 = icmp eq i32 %6, %7
  br i1 %8, label %4, label %9

9:
  ret i32 %6

; uselistorder directives
  uselistorder i32 %6, { 3, 0, 1, 2 }
}

define i32 @names(ptr byval(%struct.fam) align 8 %"a b", ptr sret(i32) %"7", i32 %"4x") personality ptr @__gxx_personality_v0 {
"entry block":
  %x = alloca i32, i64 4, align 8, addrspace(0)
  %-dash$.1 = load volatile i32, ptr %x, align 4, !tbaa !5, !nosanitize !6
  switch i32 %"4x", label %"block 2" [
    i32 -1, label %cont
    i32 2, label %cont
  ]
cont:
  %v = phi i32 [ %later, %"block 2" ], [ 0, %"entry block" ], [ 0, %"entry block" ]
  indirectbr ptr %"7", [label %"block 2", label %end]
"block 2":
  %later = add i32 1, 2
  br label %cont
end:
  unreachable
}

define void @operations(i32 %a, i32 %b, float %f, ptr %p, <4 x i32> %vec, { i32, i1 } %agg) {
  %and = or disjoint i32 %a, %b
  %div = sdiv exact i32 %a, %b
  %fmul = fmul reassoc nnan ninf nsz arcp contract afn float %f, 0x36A0000000000000
  %fneg = fneg fast float %f
  %fcmp = fcmp nnan une float %f, 1.0
  %zext = zext nneg i32 %a to i64
  %trunc = trunc nuw nsw i64 %zext to i8
  %uitofp = uitofp nneg i32 %a to double
  %gep = getelementptr inbounds nuw nusw i8, ptr %p, i64 1
  %gep2 = getelementptr { i32, [4 x i8] }, ptr %p, i64 0, i32 1, i64 %zext
  %sel = select fast i1 true, float %f, float undef
  %frz = freeze i32 poison
  %ev = extractvalue { i32, i1 } %agg, 0, !dbg !7
  %iv = insertvalue { i32, i1 } poison, i32 %ev, 0
  %ee = extractelement <4 x i32> %vec, i64 0
  %ie = insertelement <4 x i32> %vec, i32 1, i64 0
  %sv = shufflevector <4 x i32> %vec, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>
  %sz = shufflevector <4 x i32> %vec, <4 x i32> poison, <4 x i32> zeroinitializer
  %va = va_arg ptr %p, i32
  %ld = load atomic volatile i32, ptr %p syncscope("agent") seq_cst, align 4
  store atomic i32 %a, ptr %p release, align 4
  store volatile i32 %a, ptr %p
  %cx = cmpxchg weak volatile ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4
  %rmw = atomicrmw volatile umax ptr %p, i32 %a syncscope("singlethread") seq_cst
  fence syncscope("singlethread") acquire
  ret void, !dbg !7
}

define i32 @calls(ptr %f, ptr %fmt) personality ptr @__gxx_personality_v0 {
  %r = tail call fastcc noundef i32 (ptr, ...) %f(ptr noundef nonnull align 8 dereferenceable(4) %fmt, i32 noundef signext 5, double 2.5, ptr null) #0 [ "deopt"(i32 1), "align"(ptr %f, i64 8) ], !dbg !7
  musttail call cc 10 void @numbered()
  notail call void @stop() noreturn "x"="y"
  %s = call i32 @setjmp(ptr %f) #1, !srcloc !6
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %f) ]
  %a = call i32 asm sideeffect alignstack inteldialect "mov $0, \22x\22\0A", "=r,r,~{memory}"(i32 %s) #0
  call void @fast(ptr getelementptr (i8, ptr @truth, i64 1))
  %t = call ptr @llvm.ptrmask.p0.i64(ptr inttoptr (i64 5 to ptr), i64 u0x10)
  call void @llvm.dbg.declare(metadata ptr %f, metadata !8, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 5, metadata !8, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 %s, metadata !8, metadata !DIExpression(DW_OP_plus_uconst, 1)), !dbg !7
  invoke void @plain()
          to label %ok unwind label %bad

ok:
  callbr void asm "", "!i,!i"()
          to label %done [label %done2, label %done3]

bad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %lp

done:
  ret i32 %a
done2:
  ret i32 %r
done3:
  ret i32 0
}

declare void @llvm.assume(i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)

uselistorder ptr @wide, { 1, 0, 2, 3, 4 }

attributes #0 = { nounwind alignstack=16 uwtable(sync) memory(none) vscale_range(1,16) "frame-pointer"="all" "no-\22quotes" }
attributes #1 = { returns_twice }
attributes #2 = { noreturn "noreturn"="false" }

!named.one = !{!0, !1}
!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!10}
!0 = !{}
!1 = !{!"string with ) and } and !{", i32 1, null,
  !{!0}}
!2 = distinct !{!2}
!3 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!4 = distinct !DISubprogram(name: "f", file: !12, line: 3, type: !13, unit: !9)
!5 = !{!6, !6, i64 0}
!6 = !{!"any"}
!7 = !DILocation(line: 4, column: 2, scope: !4)
!8 = !DILocalVariable(name: "x", scope: !4, file: !12, line: 4, type: !14)
!9 = distinct !DICompileUnit(language: DW_LANG_C99, file: !12, producer: "hand", isOptimized: false, emissionKind: FullDebug)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIGlobalVariable(name: "tentative", scope: !9, file: !12, line: 1, type: !14)
!12 = !DIFile(filename: "tricky.c", directory: "/src")
!13 = !DISubroutineType(types: !15)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !{null}
!16 = !DISubprogram(name: "attributes", file: !12, line: 9, type: !13, spFlags: 0)
^0 = module: (path: "tricky.ll", hash: (0, 0, 0, 0, 0))
