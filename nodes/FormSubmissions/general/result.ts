/** An outcome: a value, or the problem that prevented it. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };
