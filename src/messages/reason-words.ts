/** What the names of rules mean. */

import { cut, isolate } from './text.ts'
import { type Sentence, sentenceAsText } from './told.ts'

/** Why a rule decided as it did; a name that is not known stays as it is. `detail`: the value that decided, foreign. */
export function reasonSentence(reason: string, detail: string | undefined): Sentence {
  const [rule = '', key = ''] = reason.split('.')
  const value = detail === undefined ? '' : ` (${isolate(cut(detail, 100))})`
  if (rule === 'only') return [`its ${key} is not among those in "only"`]
  if (rule === 'except') return [`"except" leaves out this ${key}${value}`]
  if (rule === 'mute') return [`the ${mutedWords(key)} is muted${value}`]
  if (rule === 'duplicate') return [`it joined the card of ${likeWords(key)}${withoutId(detail)}`]
  if (reason === 'story.again')
    return [`the reach of its story was tenfold that of the story’s last card${withoutId(detail)}`]
  if (reason === 'maxAge') return ['it is older than the subscription takes', ...moment(detail, ': from ')]
  if (reason === 'quiet') return ['quiet hours', ...moment(detail, ' until ')]
  if (reason === 'queued') return [`it is still to be posted${value}`]
  if (reason === 'passed') return ['it passed every filter']
  return [`${isolate(cut(reason, 60))}${value}`]
}

/** The same in plain words. */
export function reasonText(reason: string, detail: string | undefined): string {
  return sentenceAsText(reasonSentence(reason, detail))
}

/** A rule by what it looks at: "language", "excluded author", "age". The names of the configuration are for whoever wrote it. */
export function ruleName(rule: string): string {
  const [kind = '', key = ''] = rule.split('.')
  if (kind === 'only' && key !== '') return key
  if (kind === 'except' && key !== '') return `excluded ${key}`
  if (kind === 'mute') return `muted ${mutedWords(key)}`
  if (kind === 'duplicate') return likeWords(key)
  return rule === 'maxAge' ? 'age' : isolate(cut(rule, 40))
}

const mutedWords = (key: string) => (key === 'domain' ? 'site' : key)

const likeWords = (key: string) => (key === 'likeness' ? 'nearly the same title' : `the same ${key}`)

/** " (likeness 0.89)": before that stands the id of the first card's mention, which says nothing to anybody. */
function withoutId(detail = ''): string {
  const [, ...rest] = detail.split(', ')
  return rest.length === 0 ? '' : ` (${isolate(cut(rest.join(', '), 100))})`
}

/** A moment as a rule tells it, after words of its own; nothing where there is none. */
function moment(detail: string | undefined, before: string): Sentence {
  if (detail === undefined) return []
  const at = Date.parse(detail)
  return [before, Number.isNaN(at) ? isolate(cut(detail, 40)) : { at, as: 'date' }]
}
