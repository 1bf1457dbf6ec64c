/** What is to happen with one mention for one subscription, and why: `reason` names the rule, `detail` the value that decided. */
export type Verdict =
  | { kind: 'deliver'; reason: string; detail?: string }
  | { kind: 'skip'; reason: string; detail?: string }
  | { kind: 'hold'; reason: string; detail?: string }
