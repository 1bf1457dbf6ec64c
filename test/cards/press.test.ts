import { describe, expect, it } from 'vitest'
import { createCards } from '../../src/cards/cards.ts'
import type { Mention } from '../../src/model/mention.ts'
import type { Content } from '../../src/model/message.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const place = { channel: 'C1', ts: '1795176000.000100' }
const where = { subscription: 'acme', alert: '7' }
const mention = sampleMention({ id: '1', title: 'Acme recalls kettles' })

/** Processes on one store and one Slack. `service`: the answer of the mention service. */
function world(service: () => Mention | undefined) {
  const kept = new Map<string, string>()
  const asked: string[] = []
  const drawn: Content[] = []
  const open = () =>
    createCards({
      store: memoryStore(kept),
      messages: {
        read: () => Promise.reject(new Error('the message was read back')),
        async update(_place, content) {
          drawn.push(content)
          return { kind: 'updated' }
        },
        permalink: async () => undefined,
      },
      async findMention(_alert, id) {
        asked.push(id)
        return service()
      },
      findSubscription: () => undefined,
      nameOf: async (user) => user,
      now: () => 1_795_176_060_000,
    })
  return { open, asked, drawn }
}

const press = {
  message: { place, target: { ...where, mentions: ['1'] }, form: 'card' as const },
  mention: '1',
}

describe('a press on a card', () => {
  it('is drawn from the record by whichever process gets it, and asks the mention service nothing', async () => {
    const { open, asked, drawn } = world(() => undefined)
    const shows = { kind: 'card', mention, style: 'full' } as const
    await open().originalCards.keep({ ...where, ...place, actions: [], shows }, true)
    const other = open()
    await other.applyAction({ ...press, user: 'Ana', action: 'claim' })
    await other.applyAction({ ...press, user: 'Ben', action: 'claim' })
    expect(asked).toEqual([])
    expect(drawn.at(-1)?.text).toContain('Acme recalls kettles')
    expect(drawn.at(-1)?.text).toContain('Claimed by Ana')
    expect(await open().actionsIn('C1')).toMatchObject([{ state: 'claimed', by: 'Ana' }])
    expect(await other.findShownMention(place, '7', '1')).toEqual(mention)
    expect(asked).toEqual([])
  })

  it('asks the mention service once if the record was lost with the store, and never again', async () => {
    const { open, asked, drawn } = world(() => mention)
    await open().applyAction({ ...press, user: 'Ana', action: 'claim' })
    await open().applyAction({ ...press, user: 'Ben', action: 'done' })
    expect(asked).toEqual(['1'])
    expect(drawn.at(-1)?.text).toContain('✓ Done by Ben')
  })

  it('is recorded even if nobody knows the mention any more; the message stays as it is', async () => {
    const { open, drawn } = world(() => undefined)
    await open().applyAction({ ...press, user: 'Ana', action: 'claim' })
    expect(drawn).toEqual([])
    expect(await open().actionsIn('C1')).toMatchObject([{ state: 'claimed', by: 'Ana' }])
  })
})
