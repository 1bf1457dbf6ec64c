import fc from 'fast-check'
import { longestLine, readLineTemplate } from '../../src/messages/mention/line-template.ts'
import { type CardLayout, cardFields } from '../../src/model/subscription.ts'
import { anyCodePoint } from './arbitrary-mention.ts'
import { naughtyStrings } from './naughty-strings.ts'

/** Layouts of cards that the configuration accepts. */

const between: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(' · ', ' ', ', ', ' (', ') – ', '" by ', '', '[', ']: '), weight: 6 },
  { arbitrary: fc.constantFrom(...naughtyStrings), weight: 1 },
  { arbitrary: fc.string({ unit: anyCodePoint, maxLength: 6 }), weight: 1 },
)

/** Lines with the title, any other placeholders in any order, and any text that is allowed between them. */
export const arbitraryLine: fc.Arbitrary<string> = fc
  .shuffledSubarray(['title', ...cardFields])
  .map((names) => (names.includes('title') ? names : ['title', ...names]))
  .chain((names) =>
    fc
      .array(between, { minLength: names.length + 1, maxLength: names.length + 1 })
      .map((texts) => texts.map((text, index) => `${text}${index < names.length ? `{${names[index]}}` : ''}`))
      .map((parts) => parts.join('')),
  )
  .map((line) => ('template' in readLineTemplate(line) ? line : '{sentiment} {title} · {author}'))
  .filter((line) => line.length <= longestLine)

export const arbitraryLayout: fc.Arbitrary<CardLayout> = fc.record(
  { show: fc.shuffledSubarray([...cardFields]), line: arbitraryLine },
  { requiredKeys: [] },
)
