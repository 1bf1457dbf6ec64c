import { nameKey } from '@overheard/base/name'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedLine } from '../../src/typed/text.ts'

describe('a line that Slack sends', () => {
  it.each([
    ['mute author “Barnes &amp; Noble” 7d', 'mute author "Barnes & Noble" 7d'],
    ['a &lt;b&gt; c', 'a <b> c'],
    ['&amp;lt;', '&lt;'],
    ['site:<http://news.example|news.example>', 'site:news.example'],
    ['author <http://acme.example|Acme.example> Team', 'author Acme.example Team'],
    ['why <https://x.example/a?b=1&amp;c=2>', 'why https://x.example/a?b=1&c=2'],
    ['site <https://www.spam.example/x|spam>', 'site https://www.spam.example/x'],
    ['<mailto:kim@acme.example|kim@acme.example> <tel:+4912|+49 12>', 'kim@acme.example +49 12'],
    ['<@U1|kim> <#C1|brand> <#C2|> <!subteam^S1|@team>', '<@U1|kim> <#C1|brand> <#C2|> <!subteam^S1|@team>'],
    ['<!here> now', '@here now'],
    ['„Kim“ «Kim» ‚Kim‘ ‹Kim› “Kim” ＂Kim＂ 「Kim」', '"Kim" "Kim" \'Kim\' \'Kim\' "Kim" "Kim" "Kim"'],
    ['O’Brien', "O'Brien"],
    ['  pause\u00a0acme \u3000 2h ', 'pause acme 2h'],
    ['pa\u200buse ac\u200dme\ufeff \u200e2h', 'pause acme 2h'],
    ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  ])('%j is what the person typed: %j', (sent, typed) => expect(typedLine(sent)).toBe(typed))

  it('has any text without blanks at its ends again after Slack has escaped it', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9&<>;"'|/.:äß-]{1,12}$/)
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const typed = words.join(' ')
        expect(typedLine(escaped(typed))).toBe(typed)
      }),
    )
  })

  it('is read from any text without an exception', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (sent) => void typedLine(sent))))
})

it('a name has the same key with other quotes and blanks, because people type what they see', () => {
  expect(nameKey('O’Brien\u00a0 “Kim” ')).toBe(nameKey('o\'brien "kim"'))
  expect(nameKey('O’Brien')).not.toBe(nameKey('OBrien'))
})
