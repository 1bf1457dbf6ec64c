import { describe, expect, it } from 'vitest'
import { createFirstSteps, greetedKind } from '../../../src/features/first-steps/steps.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { RegisteredSubscription } from '../../../src/model/subscription.ts'
import type { Probe } from '../../../src/slack/channels.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { useDatabases } from '../../tools/databases.ts'
import { emptyFolder } from '../../tools/folder.ts'

const databases = useDatabases()
const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** Opens the same store again, as after a kill. */
const stores: [name: string, make: () => Promise<() => Promise<Awaited<ReturnType<typeof openFolder>>>>][] = [
  [
    'a folder',
    async () => {
      const folder = emptyFolder()
      return () => openFolder(folder, deps)
    },
  ],
  [
    'a database',
    async () => {
      const { open } = await databases.fresh()
      return async () => ({
        ...(await openDatabaseStore((await open()).database, deps)),
        onChange: () => undefined,
      })
    },
  ],
]

const to = (alert: string, channel: string) =>
  ({ subscription: { name: alert, alert, channel } }) as RegisteredSubscription

type Given = { hasFile?: boolean; listed?: RegisteredSubscription[]; probe?: Probe; refused?: string }

describe.each(stores)('the three steps on the home tab, with %s', (_name, make) => {
  async function world() {
    const open = await make()
    let store = await open()
    const steps = ({ hasFile = false, listed = [], probe = 'usable', refused }: Given = {}) =>
      createFirstSteps({
        hasFile,
        greeted: openCollection(store, greetedKind),
        access: {
          refusal: async ({ user }) => (user === refused ? 'no' : undefined),
          readableSubscriptions: async (_asking, all) => all,
        },
        registry: { all: () => listed },
        finder: { channelOf: async ({ subscription }) => subscription.channel },
        channels: { probe: async () => probe },
        alertName: (written) => written,
      })
    return {
      steps,
      text: async (user: string, given?: Given) => JSON.stringify(await steps(given).blocks(user)),
      async kill() {
        await store.close()
        store = await open()
      },
      close: () => store.close(),
    }
  }

  it('greet the first person who may add alerts, nobody else, and after a kill the same person until the end', async () => {
    const { steps, text, kill, close } = await world()
    expect(await text('UGUEST', { refused: 'UGUEST' })).toBe('[]')
    expect(await text('UANA')).toContain('Three steps')
    expect(await text('UBEN')).toBe('[]')
    await kill()
    expect(await text('UBEN')).toBe('[]')
    expect(await text('UANA')).toContain('Three steps')
    await steps().hide('UBEN')
    expect(await text('UANA')).toContain('Three steps')
    await steps().hide('UANA')
    await kill()
    expect([await text('UANA'), await text('UBEN')]).toEqual(['[]', '[]'])
    await close()
  })

  it('say how far each step is', async () => {
    const { text, close } = await world()
    expect(await text('UANA')).not.toContain('✓')
    const listed = [to('Acme', 'C1'), to('Rivals', 'C1')]
    const uninvited = await text('UANA', { listed, probe: 'unusable' })
    expect(uninvited).toContain('✓ Watched: Acme, Rivals')
    expect(uninvited).toContain('type /invite @overheard in ')
    expect(await text('UANA', { listed })).toContain('✓ Overheard is there')
    await close()
  })

  it('name no direct messages as a channel, because nobody is invited there', async () => {
    const { text, close } = await world()
    const fromSlack = { direct: 'D1', created: { by: 'UANA', at: 0 } }
    const own = { ...to('Acme', 'D1'), fromSlack } as RegisteredSubscription
    const given: Given = { listed: [own, to('Rivals', 'C1')], probe: 'unusable' }
    expect(await text('UANA', given)).toContain('✓ Watched: Acme, Rivals')
    expect(await text('UANA', given)).not.toContain('D1')
    await close()
  })

  it('greet nobody in an installation with a configuration file, which every earlier one has', async () => {
    const { text, close } = await world()
    expect(await text('UANA', { hasFile: true })).toBe('[]')
    await close()
  })
})
