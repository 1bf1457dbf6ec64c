declare module 'ahocorasick' {
  export default class AhoCorasick {
    constructor(words: string[])
    /** Where each match ends, and the words that end there. */
    search(text: string): [end: number, words: string[]][]
  }
}
