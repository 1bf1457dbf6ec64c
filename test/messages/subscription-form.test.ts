import { expect, it } from 'vitest'
import { previewAnswer } from '../../src/messages/subscription-form.ts'
import { faultsOf } from '../tools/message-checks.ts'

it('the preview of a subscription form counts skipped mentions by rule, in words', () => {
  const skipped = [
    'only.language',
    'except.text',
    'mute.domain',
    'duplicate.address',
    'maxAge',
    'new.rule',
  ].map((reason, index) => ({ reason, count: index + 1 }))
  const content = previewAnswer('acme', { total: 61, posted: 14, held: 2, skipped }, false)
  expect(content.text).toBe(
    [
      'acme: 14 of 61 mentions from the last 7 days would have been posted.',
      '2 more would have been posted after quiet hours.',
      'Not posted: 1 by language, 2 by excluded text, 3 by muted site, 4 by the same address, 5 by age, 6 by new.rule.',
    ].join('\n'),
  )
  expect(faultsOf(content)).toEqual([])
})
