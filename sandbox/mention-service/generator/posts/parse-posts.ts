import type { Sentiment } from '../../../../src/model/mention.ts'

/** What somebody wrote, before it has an author, a place and a time. `{device}` and its like are filled in later. */
export type Post = { title: string; snippet: string; sentiment: Sentiment; language: string; press: boolean }

const newsMark = 'NEWS '

/** Reads posts written one a line, `title | snippet`. A line that begins with `NEWS` is of the press, not of a person. */
export function parsePosts(language: string, sentiment: Sentiment, lines: string): Post[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const press = line.startsWith(newsMark)
      const [title = '', snippet = ''] = line.slice(press ? newsMark.length : 0).split(' | ')
      return { title, snippet, sentiment, language, press }
    })
}
