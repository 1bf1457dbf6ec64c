import type { Time } from '@overheard/base/time'
import { expect, it } from 'vitest'
import { sourceChecks } from '../../../src/cli/doctor/source-checks.ts'

const now = 1_700_000_000_000 as Time

async function findingsOf(faults: string[] | undefined) {
  const settings = { configuration: { listen: {} } } as unknown as Parameters<typeof sourceChecks>[0]
  const newestAt = now - 3_600_000
  const answer = { kind: 'answered' as const, newestAt, ...(faults && { faults }) }
  const asked = [{ name: 'https://a.example/feed', kind: 'poll' as const, answer }]
  const [check] = sourceChecks(
    settings,
    async () => asked as unknown as Awaited<ReturnType<Parameters<typeof sourceChecks>[1]>>,
    () => now,
  )
  return check?.run()
}

it('the doctor warns of a document that is broken, and says how to see what is read of it', async () => {
  const faults = ['it is packed with gzip, which its headers do not say', '<title> is never closed']
  expect(await findingsOf(faults)).toEqual([
    {
      level: 'warning',
      what: `https://a.example/feed: answers; its newest entry is 1\u00a0hour old. Its document is broken: ${faults.join('; ')}.`,
      whatToDo: expect.stringMatching(/--try ADDRESS` shows what is read of it\./),
    },
  ])
})

it('the doctor says nothing of the document of a source that is sound', async () => {
  const sound = {
    level: 'fine',
    what: 'https://a.example/feed: answers; its newest entry is 1\u00a0hour old.',
  }
  expect(await findingsOf([])).toEqual([sound])
  expect(await findingsOf(undefined)).toEqual([sound])
})
