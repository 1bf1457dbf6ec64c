import { describe, expect, it } from 'vitest'
import { createCardButtons } from '../../src/listeners/actions/card-buttons.ts'
import { createMoreForm } from '../../src/listeners/actions/more-form.ts'
import type { CardFormPart, CardMenuEntry } from '../../src/listeners/card-menu.ts'
import { say } from '../../src/listeners/texts/say.ts'
import { input, textMessage } from '../../src/messages/kit/block-kit.ts'
import { emptyMenu } from '../../src/messages/mention/card-menu.ts'
import { replyTexts } from '../../src/messages/replies.ts'
import type { PostedCard } from '../../src/model/card.ts'
import type { Block, ModalContent } from '../../src/model/message.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const card: PostedCard = {
  ...{ channel: 'C1', ts: '1.1', subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention: sampleMention({ id: '12' }), style: 'full', offers: ['claim', 'links'] },
}
const press = { user: 'U1', channel: 'C1', ts: '1.1', responseUrl: '', trigger: 't' }

function createWorld({ entries = [], parts = [] }: { entries?: CardMenuEntry[]; parts?: CardFormPart[] }) {
  const told: string[] = []
  const opened: (ModalContent & { note: string })[] = []
  const deps = {
    now: () => 5000,
    access: { refusal: async () => undefined },
    findCard: async () => card,
    reply: async (_asker: object, { text }: { text: string }) => void told.push(text),
    why: async () => textMessage('because'),
    views: {
      setTimer: () => () => undefined,
      async open(_trigger: string, modal: ModalContent & { note: string }) {
        opened.push(modal)
        return { kind: 'open' as const, view: 'V1' }
      },
      update: async () => undefined,
    },
    applyCardAction: async () => 1,
    readHistory: async () => ({ kind: 'unreachable' as const, reason: 'not asked', afterMs: 0 }),
    parts: () => parts,
  }
  const form = createMoreForm(deps)
  const buttons = createCardButtons({
    ...deps,
    moreForm: form,
    menu: { drawn: () => emptyMenu, entries: () => entries },
  })
  const submit = (values: Record<string, string>) =>
    form.submit({
      ...{ user: 'U1', view: 'V1', trigger: 't', actionValue: '' },
      metadata: opened.at(-1)?.note ?? '',
      values: new Map(Object.entries(values)),
    })
  return { told, opened, submit, choose: (value: string) => buttons.more({ ...press, value }) }
}

describe('a press in the menu of a card', () => {
  it('is answered by the feature that has the choice', async () => {
    const pressed: string[] = []
    const { choose, told } = createWorld({
      entries: [
        { choice: 'later', label: 'Later…', offer: 'done', press: async (_, id) => void pressed.push(id) },
      ],
    })
    await choose('later:12')
    expect([pressed, told]).toEqual([['12'], []])
  })

  it('says that the button is no longer used if no present feature has the choice', async () => {
    const { choose, told } = createWorld({})
    await choose('later:12')
    expect(told).toEqual([replyTexts.noLongerUsed()])
  })
})

const field = (name: string, text?: string): Block =>
  input(name, name, {
    type: 'plain_text_input',
    action_id: name,
    ...(text !== undefined && { initial_value: text }),
  })

function partOf(
  name: string,
  done: string[],
  about: Partial<CardFormPart['inputs'] & object> = {},
): CardFormPart {
  return {
    blocks: () => [field(name)],
    inputs: {
      isFilled: ({ submission }) => submission.values.has(name),
      async submit({ submission, openedAt, mentions }) {
        done.push(`${name}: ${submission.values.get(name)} at ${openedAt} for ${mentions}`)
        return undefined
      },
      ...about,
    },
  }
}

describe('the form behind More…', () => {
  it('does what the filled parts do, with the mentions and the time of the opening', async () => {
    const done: string[] = []
    const { choose, submit, opened } = createWorld({ parts: [partOf('note', done), partOf('mood', done)] })
    await choose('more:12')
    expect(opened[0]?.blocks).toHaveLength(2)
    expect(await submit({ mood: 'good' })).toBeUndefined()
    expect(done).toEqual(['mood: good at 5000 for 12'])
  })

  it('does nothing at all if a part has an error', async () => {
    const done: string[] = []
    const wrong = { mood: 'not a mood' }
    const parts = [partOf('note', done), partOf('mood', done, { errors: () => wrong })]
    const { choose, submit } = createWorld({ parts })
    await choose('more:12')
    expect(await submit({ note: 'a', mood: 'b' })).toEqual(wrong)
    expect(done).toEqual([])
  })

  it('says at its first input that nothing was filled in', async () => {
    const { choose, submit } = createWorld({ parts: [partOf('note', []), partOf('mood', [])] })
    await choose('more:12')
    expect(await submit({})).toEqual({ note: say.nothingFilledIn() })
  })

  it('has only the parts that the card offers, and remembers which inputs showed a value', async () => {
    const shown: boolean[] = []
    const part = partOf('note', [], {
      isFilled: ({ hadValue }) => {
        shown.push(hadValue('note'), hadValue('mood'))
        return false
      },
    })
    const { choose, submit, opened } = createWorld({
      parts: [
        { ...partOf('ticket', []), offered: { offer: 'ticket' } },
        { ...part, offered: { offer: 'links' }, blocks: () => [field('note', 'before')] },
      ],
    })
    await choose('more:12')
    expect(opened[0]?.blocks.map(({ block_id }) => block_id)).toEqual(['note'])
    await submit({})
    expect(shown).toEqual([true, false])
  })
})
