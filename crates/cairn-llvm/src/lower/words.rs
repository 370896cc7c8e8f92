//! LLVM's words for operations, predicates and orderings.

use crate::ast::CastOp;
use cairn_ir::{BinOp, CastKind, CmpOp, FCmpOp, Linkage, Ordering, RmwOp};

pub fn binary(word: &str) -> Option<BinOp> {
    Some(match word {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "udiv" => BinOp::UDiv,
        "sdiv" => BinOp::SDiv,
        "urem" => BinOp::URem,
        "srem" => BinOp::SRem,
        "shl" => BinOp::Shl,
        "lshr" => BinOp::LShr,
        "ashr" => BinOp::AShr,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "fadd" => BinOp::FAdd,
        "fsub" => BinOp::FSub,
        "fmul" => BinOp::FMul,
        "fdiv" => BinOp::FDiv,
        "frem" => BinOp::FRem,
        _ => return None,
    })
}

/// The predicate words of `icmp` are those of `CmpOp`.
pub fn compare(word: &str) -> Option<CmpOp> {
    CmpOp::from_name(word)
}

pub fn float_compare(word: &str) -> Option<FCmpOp> {
    Some(match word {
        "false" => FCmpOp::False,
        "oeq" => FCmpOp::Oeq,
        "ogt" => FCmpOp::Ogt,
        "oge" => FCmpOp::Oge,
        "olt" => FCmpOp::Olt,
        "ole" => FCmpOp::Ole,
        "one" => FCmpOp::One,
        "ord" => FCmpOp::Ord,
        "ueq" => FCmpOp::Ueq,
        "ugt" => FCmpOp::Ugt,
        "uge" => FCmpOp::Uge,
        "ult" => FCmpOp::Ult,
        "ule" => FCmpOp::Ule,
        "une" => FCmpOp::Une,
        "uno" => FCmpOp::Uno,
        "true" => FCmpOp::True,
        _ => return None,
    })
}

/// An unknown ordering is read as the strongest.
pub fn ordering(word: &str) -> Ordering {
    match word {
        "unordered" => Ordering::Unordered,
        "monotonic" => Ordering::Relaxed,
        "acquire" => Ordering::Acquire,
        "release" => Ordering::Release,
        "acq_rel" => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    }
}

/// The words of `atomicrmw` are those of `RmwOp`.
pub fn read_modify_write(word: &str) -> Option<RmwOp> {
    RmwOp::from_name(word)
}

/// `None` for the casts that are not plain conversions of scalars.
pub fn cast(op: CastOp) -> Option<CastKind> {
    Some(match op {
        CastOp::Trunc => CastKind::Trunc,
        CastOp::ZExt => CastKind::ZExt,
        CastOp::SExt => CastKind::SExt,
        CastOp::FpTrunc => CastKind::FpTrunc,
        CastOp::FpExt => CastKind::FpExt,
        CastOp::FpToUi => CastKind::FpToUi,
        CastOp::FpToSi => CastKind::FpToSi,
        CastOp::UiToFp => CastKind::UiToFp,
        CastOp::SiToFp => CastKind::SiToFp,
        CastOp::PtrToInt => CastKind::PtrToInt,
        CastOp::IntToPtr => CastKind::IntToPtr,
        CastOp::Bitcast | CastOp::AddrSpaceCast => return None,
    })
}

pub fn linkage(linkage: crate::ast::Linkage) -> Linkage {
    use crate::ast::Linkage as L;
    match linkage {
        L::External | L::Appending => Linkage::External,
        L::Internal => Linkage::Internal,
        L::Weak => Linkage::Weak,
        L::Common => Linkage::Common,
        L::AvailableExternally => Linkage::AvailableExternally,
    }
}
