import type { Sentiment } from '@overheard/mention-client/mention'

/** A post without author, place and time. Placeholders such as `{device}` are filled in later. */
export type Post = { title: string; snippet: string; sentiment: Sentiment; language: string; press: boolean }

const newsMark = 'NEWS '

/** Parses posts, one a line: `title | snippet`. A line that begins with `NEWS` is a press article. */
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
