import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, type World, type WorldOptions } from '../../tools/e2e/bot-world.ts'
import { problemsOf, problemThat } from '../../tools/e2e/status.ts'

/** A wiped disk while the channel's history can be read only in part. */

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
/** Slack serves fifteen messages a page, so a history search covers three hundred. */
const pages = { historyPage: 15, tiers: 'off' } as const
const manyMessages = 400

let world: World | undefined
afterEach(() => world?.close())

/** A world after the initial sync, with mentions 11 and 12 posted. */
async function runningWorld(slack: WorldOptions['slack'] = pages): Promise<World> {
  const created = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [acme] }, slack })
  world = created
  for (let id = 1; id <= 10; id++) created.add(id)
  created.start()
  await created.until('the initial sync', () => created.watches())
  created.add(11)
  await created.until('11', () => created.ids().includes('11'))
  created.add(12)
  await created.until('12', () => created.ids().includes('12'))
  return created
}

function chat({ slack }: World): void {
  for (let count = 0; count < manyMessages; count++) slack.people.post('ana', { channel, text: 'chat' })
}

async function wipe(made: World): Promise<void> {
  await made.end()
  rmSync(made.dataDir, { recursive: true })
}

const watchingLines = (made: World) => made.posted().filter(({ text }) => text.startsWith('Watching'))

// With a folder only: a dropped database has the same effect (memory-in-database.test.ts).
describe.skipIf(onPostgres)('after a wiped disk,', () => {
  it('a subscription waits, with a reported problem, until a person renames it, if an incomplete history search finds none of its posts', async () => {
    const made = await runningWorld()
    await wipe(made)
    chat(made)
    made.add(13)
    made.start()
    const problem = await problemThat(made, 'a problem', ({ code }) => code === 'place_lost')
    expect(problem.what).toContain('acme')
    expect(made.ids()).toEqual(['11', '12'])
    expect(watchingLines(made)).toHaveLength(1)
    await made.end()
    const file = join(made.folder, 'overheard.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: acme', 'name: acme again'))
    made.start()
    await made.until('an initial sync', () => watchingLines(made).length === 2)
    made.add(14)
    await made.until('14', () => made.ids().includes('14'))
    expect(made.ids()).toEqual(['11', '12', '14'])
    expect(await problemsOf(made)).toEqual([])
  })

  it('a subscription continues where it was, although the Slack app was installed again with another bot id and user', async () => {
    const made = await runningWorld({})
    await wipe(made)
    made.slack.control.reinstall({ newUser: true })
    made.add(13)
    made.start()
    await made.until('13', () => made.ids().includes('13'))
    expect(made.ids()).toEqual(['11', '12', '13'])
    expect(watchingLines(made)).toHaveLength(1)
  })
})
