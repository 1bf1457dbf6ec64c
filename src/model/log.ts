/** Says something in the log: fields for machines, without a secret in them, and a sentence for people. */
type Say = (fields: object, sentence: string) => void

/** The log. Whoever writes into it takes the part that it needs. */
export type Log = { info: Say; warn: Say; error: Say }
