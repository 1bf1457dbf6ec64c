/** What a language says feelings with. Words are parted by spaces, `_` joins the words of a phrase, and `*` ends a stem. */
export type Words = {
  negators: string
  /** Negators of the words after them only, wherever they stand. */
  without: string
  intensifiers: string
  diminishers: string
  /** The part after one of these counts more. */
  contrast: string
  /** Praise that is meant as blame. */
  irony: string
  /** Before the name of what comes off worse in a comparison with a comparative. Without `comparatives`, the word is enough. */
  than: string
  comparatives: string
  /** Before the name of what is set against something else, always. */
  unlike: string
  /** Verbs of opinion, in the present: a negated one says the opposite of the praise in the rest of its clause. */
  opinions: string
  /** Words of thanks, which are often irony beside bad words. */
  thanks: string
  /**
   * In this language a negation at the end of a part turns what stands before it. `after` may follow it there, `and` ends a part, too, and
   * `that` begins the part after a verb of opinion.
   */
  lateNegation?: { after: string; and: string; that: string }
  /** Grammar and words of any topic, from four letters on. Corrections do not move them, beside the stop words of the topics. */
  common: string
  /** From very bad (-3) to very good (3). */
  degrees: Record<-3 | -2 | -1 | 1 | 2 | 3, string>
}
