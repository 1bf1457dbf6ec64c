/** What a language says feelings with. Words are parted by spaces, `_` joins the words of a phrase, and `*` ends a stem. */
export type Words = {
  negators: string
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
  /** Grammar and words of any topic, from four letters on. Corrections do not move them, beside the stop words of the topics. */
  common: string
  /** From very bad (-3) to very good (3). */
  degrees: Record<-3 | -2 | -1 | 1 | 2 | 3, string>
}
