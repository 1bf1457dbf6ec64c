import { expect, it } from 'vitest'
import { previewAnswer } from '../../src/messages/preview.ts'
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
  const content = previewAnswer('acme', { total: 61, posted: 40, held: 2, skipped }, false)
  expect(content.text).toBe(
    [
      'acme: 40 of 61 mentions from the last 7 days would have been posted, 2 of them after quiet hours.',
      'Not posted: 21 (1 by language, 2 by excluded text, 3 by muted site, 4 by the same address, 5 by age, 6 by new.rule).',
    ].join('\n'),
  )
  expect(faultsOf(content)).toEqual([])
})
