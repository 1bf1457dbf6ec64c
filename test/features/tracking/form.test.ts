import { expect, it } from 'vitest'
import { fittingForm, readForm, writeForm } from '../../../src/features/tracking/form.ts'

const form = { channel: 'C1', responseUrl: 'https://hooks.slack.example/1', words: 'words' }
const linkOf = (length: number) => ({ url: `https://a.example/${'x'.repeat(length - 18)}` })

it('a form keeps as many links as Slack keeps with it, at most ten, and reads them again', () => {
  const few = fittingForm({ ...form, links: Array.from({ length: 30 }, () => linkOf(100)) })
  expect(few?.links).toHaveLength(10)
  const long = fittingForm({ ...form, links: Array.from({ length: 5 }, () => linkOf(1000)) })
  expect(long?.links).toHaveLength(2)
  expect(writeForm(long ?? { ...form, links: [] }).length).toBeLessThan(3000)
  expect(long && readForm(writeForm(long))).toEqual(long)
})

it('a link that is too long for a form gives no form', () => {
  expect(fittingForm({ ...form, links: [linkOf(2990)] })).toBeUndefined()
})
