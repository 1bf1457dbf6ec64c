import { expect, it } from 'vitest'
import { sourceChecks } from '../../../src/cli/doctor/source-checks.ts'
import type { PartialSettings } from '../../../src/config/settings.ts'

it('the doctor says of each source what it cannot search for', async () => {
  const configuration = { listen: {} } as unknown as PartialSettings['configuration']
  const notes = Array.from(
    { length: 7 },
    (_, place) => `A${place}: GitHub cannot search for C++: asked for acme.`,
  )
  const settings = { configuration } as PartialSettings
  const [check] = sourceChecks(
    settings,
    async () => [{ name: 'github (search)', kind: 'poll', notes, answer: { kind: 'answered' } }],
    () => 0,
  )
  const findings = await check?.run()
  expect(findings).toMatchObject([
    {},
    ...notes.slice(0, 5).map((text) => ({ what: text })),
    { what: '… and 2 more such alerts.' },
  ])
})
