import { defined } from '@overheard/base/defined'
import type { Searched } from '../query/matcher.ts'
import type { Source } from '../source.ts'
import { type Content, typeOf } from './content.ts'
import { type Detector, languageOf } from './language.ts'
import { reachOf } from './mention.ts'

/** What queries are compared with. */
export function searchedIn(
  content: Content,
  source: Pick<Source, 'name' | 'reach'>,
  language: () => string,
): Searched {
  const { isBorrowed, text, url, links, author, kind, metrics = {} } = content
  const reach = reachOf({ content, reach: source.reach })
  return {
    ...{ title: isBorrowed ? '' : content.title, text, url, links, author },
    ...{ language, sources: [source.name, kind], type: typeOf(content) },
    numbers: defined({ reach, points: metrics.points ?? metrics.likes }),
  }
}

export function languageIn({ title, isBorrowed, text, language }: Content, detect: Detector): string {
  return languageOf(isBorrowed ? text : `${title} ${text}`, language, detect)
}
