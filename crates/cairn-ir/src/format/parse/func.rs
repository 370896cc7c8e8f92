//! Reads functions: heads, variables, blocks, terminators.

use super::Parser;
use super::body::BodyBuilder;
use super::literal::int_bits;
use crate::format::labels;
use crate::format::lex::{Kind, Res, fault};
use crate::*;

/// The parameters in a function's head.
struct Params<'a> {
    types: Vec<Type>,
    /// Of each parameter, where the head names them; then of the variadic area.
    names: Vec<(&'a str, usize)>,
    variadic: bool,
    /// Whether it names the area.
    area_named: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn func(&mut self) -> Res<()> {
        let (name, symbol) = self.declared()?;
        let params = self.params()?;
        let results = self.result_types()?;
        let mut func = Func {
            name,
            linkage: Linkage::External,
            sig: Sig { params: params.types.clone(), results, variadic: params.variadic },
            origin: FuncOrigin::User,
            noreturn: false,
            exposed: false,
            ctype: None,
            span: Span::NONE,
            body: None,
        };
        while self.cursor.token.kind == Kind::Word && self.func_attribute(&mut func)? {}
        func.span = self.span()?;
        if self.cursor.at(b'{') {
            func.body = Some(self.body(params, &func.sig)?);
        }
        match symbol {
            Symbol::Func(id) if id == self.program.funcs.next_id() => self.program.funcs.push(func),
            _ => return self.cursor.unexpected("symbols in order"),
        };
        Ok(())
    }

    fn params(&mut self) -> Res<Params<'a>> {
        let mut params = Params { types: Vec::new(), names: Vec::new(), variadic: false, area_named: false };
        self.cursor.punct(b'(')?;
        while !self.cursor.at(b')') && !params.variadic {
            let token = self.cursor.token;
            if token.kind == Kind::Dots {
                self.cursor.bump()?;
                params.variadic = true;
            }
            let name = self.cursor.token;
            if name.kind == Kind::Value {
                self.cursor.bump()?;
                params.area_named = params.variadic;
                params.names.push((name.text, name.start));
            }
            if !params.variadic {
                if name.kind == Kind::Value {
                    self.cursor.punct(b':')?;
                }
                params.types.push(self.cursor.ty()?);
            }
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        let named = params.names.len() - usize::from(params.area_named);
        if named != params.types.len() && !params.names.is_empty() {
            return fault(self.cursor.token.start, "either all parameters have names or none");
        }
        self.cursor.punct(b')')?;
        Ok(params)
    }

    fn result_types(&mut self) -> Res<Vec<Type>> {
        let mut results = Vec::new();
        if self.cursor.token.kind != Kind::Arrow {
            return Ok(results);
        }
        self.cursor.bump()?;
        if !self.cursor.eat(b'(')? {
            return Ok(vec![self.cursor.ty()?]);
        }
        while !self.cursor.at(b')') {
            results.push(self.cursor.ty()?);
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b')')?;
        Ok(results)
    }

    fn func_attribute(&mut self, func: &mut Func) -> Res<bool> {
        if let Some(linkage) = self.linkage()? {
            func.linkage = linkage;
            return Ok(true);
        }
        match self.cursor.token.text {
            "companion" => func.origin = FuncOrigin::Companion,
            "model" => func.origin = FuncOrigin::Model,
            "noreturn" => func.noreturn = true,
            "exposed" => func.exposed = true,
            "ctype" => {
                self.cursor.bump()?;
                func.ctype = Some(self.ctype()?);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.cursor.bump()?;
        Ok(true)
    }

    fn body(&mut self, params: Params<'a>, sig: &Sig) -> Res<Body> {
        let mut builder = BodyBuilder::default();
        self.cursor.punct(b'{')?;
        while self.cursor.at_word("var") && self.cursor.second() != Some(Kind::Punct(b':')) {
            self.variable(&mut builder)?;
        }
        let mut head = Some(params);
        while !self.cursor.at(b'}') {
            self.block(&mut builder, head.take(), sig)?;
        }
        self.cursor.punct(b'}')?;
        builder.finish()
    }

    fn variable(&mut self, builder: &mut BodyBuilder<'a>) -> Res<()> {
        self.cursor.keyword("var")?;
        let label = self.cursor.word("the name of a variable")?;
        let name = match labels::variable_name(label.text) {
            _ if self.cursor.token.kind == Kind::Text => self.name()?,
            Some(name) => self.program.names.intern(name),
            None => return self.cursor.unexpected("the variable's name in quotes"),
        };
        let ty = if self.cursor.eat(b':')? { Some(self.ctype()?) } else { None };
        let param = if self.cursor.eat_word("param")? { Some(self.cursor.number()?) } else { None };
        let span = self.span()?;
        builder.variable(label, Var { name, ty, span, param })
    }

    /// A block; the first one gets the parameters that the function's head names.
    fn block(&mut self, builder: &mut BodyBuilder<'a>, head: Option<Params<'a>>, sig: &Sig) -> Res<()> {
        let label = self.cursor.word("a block label or `}`")?;
        builder.define_block(label)?;
        let mut params = Vec::new();
        let at = self.cursor.token.start;
        if self.cursor.at(b'(') {
            self.block_params(builder, &mut params)?;
        }
        self.cursor.punct(b':')?;
        if let Some(head) = head {
            if !params.is_empty() && !head.names.is_empty() {
                return fault(at, "the function's head names the parameters of the entry block already");
            }
            if params.is_empty() {
                head_params(builder, &mut params, &head)?;
            }
        }
        let insts = self.insts(builder)?;
        let term = self.terminator(builder, sig)?;
        let term_span = self.span()?;
        builder.push_block(Block { params, insts, term, term_span });
        Ok(())
    }

    fn block_params(&mut self, builder: &mut BodyBuilder<'a>, params: &mut Vec<ValueId>) -> Res<()> {
        self.cursor.punct(b'(')?;
        while !self.cursor.at(b')') {
            let token = self.cursor.expect(Kind::Value, "a parameter like `%x: i32`")?;
            self.cursor.punct(b':')?;
            let ty = self.cursor.ty()?;
            params.push(builder.define(Some(token.text), token.start, ty)?);
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b')')
    }

    fn insts(&mut self, builder: &mut BodyBuilder<'a>) -> Res<Vec<Inst>> {
        let mut insts = Vec::new();
        while !self.at_terminator() {
            insts.push(self.inst(builder)?);
        }
        Ok(insts)
    }

    fn at_terminator(&self) -> bool {
        let terminators = ["jump", "br", "switch", "ret", "unreachable"];
        self.cursor.token.kind == Kind::Word && terminators.contains(&self.cursor.token.text)
    }

    fn terminator(&mut self, builder: &mut BodyBuilder<'a>, sig: &Sig) -> Res<Terminator> {
        Ok(match self.cursor.bump()?.text {
            "jump" => Terminator::Jump(self.target_block(builder)?),
            "br" => {
                let cond = self.operand(builder, Some(Type::BOOL))?;
                self.cursor.punct(b',')?;
                let then = self.target_block(builder)?;
                self.cursor.punct(b',')?;
                Terminator::Branch { cond, then, otherwise: self.target_block(builder)? }
            }
            "switch" => Terminator::Switch(Box::new(self.switch(builder)?)),
            "ret" => self.return_(builder, sig)?,
            _ => Terminator::Unreachable,
        })
    }

    fn switch(&mut self, builder: &mut BodyBuilder<'a>) -> Res<Switch> {
        let at = self.cursor.token.start;
        let ty = self.cursor.ty()?;
        let Type::Int(width) = ty else {
            return fault(at, "`switch` needs an integer");
        };
        let value = self.operand(builder, Some(ty))?;
        builder.has_type(value, ty, at);
        self.cursor.punct(b',')?;
        let default = self.target_block(builder)?;
        let mut cases = Vec::new();
        self.cursor.punct(b'[')?;
        while !self.cursor.at(b']') {
            let value = self.case_value(width)?;
            self.cursor.punct(b':')?;
            cases.push((value, self.target_block(builder)?));
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b']')?;
        Ok(Switch { value, cases, default })
    }

    fn case_value(&mut self, width: u32) -> Res<u128> {
        for (word, value) in [("false", 0), ("true", 1)] {
            if width == 1 && self.cursor.eat_word(word)? {
                return Ok(value);
            }
        }
        let token = self.cursor.expect(Kind::Number, "the value of a case")?;
        if width > 128 && token.text.starts_with('-') {
            return fault(token.start, "cases of more than 128 bits cannot be negative");
        }
        int_bits(token, width.min(128))
    }

    fn return_(&mut self, builder: &mut BodyBuilder<'a>, sig: &Sig) -> Res<Terminator> {
        let mut values = Vec::new();
        if !self.at_operand() {
            return Ok(Terminator::Return(values));
        }
        loop {
            let implied = sig.results.get(values.len()).copied();
            values.push(self.operand(builder, implied)?);
            if !self.cursor.eat(b',')? {
                return Ok(Terminator::Return(values));
            }
        }
    }

    /// Whether an operand follows, and not the label of the next block.
    fn at_operand(&self) -> bool {
        match self.cursor.token.kind {
            Kind::Value | Kind::Symbol | Kind::Number => true,
            Kind::Word => !matches!(self.cursor.second(), Some(Kind::Punct(b':' | b'('))),
            _ => false,
        }
    }

    fn target_block(&mut self, builder: &mut BodyBuilder<'a>) -> Res<BlockRef> {
        let label = self.cursor.word("a block label")?;
        let args = if self.cursor.at(b'(') { self.operands(builder)? } else { Vec::new() };
        Ok(BlockRef { block: builder.block_label(label), args })
    }
}

/// Makes the parameters of the entry block from the function's head. The area of a variadic function exists even if the
/// head does not name it.
fn head_params<'a>(builder: &mut BodyBuilder<'a>, params: &mut Vec<ValueId>, head: &Params<'a>) -> Res<()> {
    for (&(name, at), ty) in head.names.iter().zip(head.types.iter().copied().chain([Type::Ptr])) {
        params.push(builder.define(Some(name), at, ty)?);
    }
    let unnamed_area = head.variadic && !head.area_named && params.len() == head.types.len();
    if unnamed_area {
        params.push(builder.define(None, 0, Type::Ptr)?);
    }
    Ok(())
}
