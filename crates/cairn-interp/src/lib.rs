//! Executes programs on concrete, byte-precise memory with provenance.
