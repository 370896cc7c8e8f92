//! What an engine may spend, in steps that are the same on every machine.

/// Steps that are left. What a step is, is the engine's own measure; an executed instruction is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    left: u64,
    total: u64,
    hurried: bool,
}

/// How hard to try, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    Quick,
    #[default]
    Normal,
    Deep,
}

impl Effort {
    pub fn steps(self) -> u64 {
        match self {
            Effort::Quick => 2_000_000,
            Effort::Normal => 50_000_000,
            Effort::Deep => 2_000_000_000,
        }
    }
}

impl Budget {
    pub fn new(steps: u64) -> Budget {
        Budget { left: steps, total: steps, hurried: false }
    }

    /// The same for one program of a large project: there is so much else to look at that only what is quick is worth it.
    pub fn hurried(self, hurried: bool) -> Budget {
        Budget { hurried, ..self }
    }

    pub fn is_hurried(&self) -> bool {
        self.hurried
    }

    pub fn left(&self) -> u64 {
        self.left
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn spent(&self) -> u64 {
        self.total - self.left
    }

    /// Takes steps that were used; more than there are take all.
    pub fn spend(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    pub fn is_spent(&self) -> bool {
        self.left == 0
    }
}
