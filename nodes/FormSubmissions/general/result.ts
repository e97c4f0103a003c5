/** What something led to: a value, or the problem that kept it from that. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };
