export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };
