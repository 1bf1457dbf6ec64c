import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLanguage, languageNow, setLanguage } from '../../src/messages/kit/locale.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import { createSpeakTo } from '../../src/people/speak-to.ts'

beforeAll(() => {
  for (const language of ['de', 'fr']) addLanguage(language)
  setLanguage('fr')
})
afterAll(() => setLanguage('en'))

const subscription = (name: string, channel: string, language?: string) => ({
  subscription: { name, channel, ...(language !== undefined && { language }) },
})

function open(options: { languageOf?: (user: string) => Promise<string | undefined>; known?: string } = {}) {
  const asked: string[] = []
  const timers: (() => void)[] = []
  const all = [
    subscription('plain', 'C1'),
    subscription('german', '#brand', 'de'),
    subscription('english', 'C2', 'en'),
    { ...subscription('own', 'D1'), fromSlack: { direct: 'D1', created: { by: 'U1' } } },
  ] as unknown as RegisteredSubscription[]
  const speakTo = createSpeakTo({
    users: {
      knownLanguageOf: () => options.known,
      languageOf: options.languageOf ?? (async () => undefined),
    },
    registry: { all: () => all, find: (name) => all.find((one) => one.subscription.name === name) },
    channels: {
      async find(written) {
        asked.push(written)
        return { kind: 'found', id: written === '#brand' ? 'C3' : written }
      },
    },
    setTimer(run) {
      timers.push(run)
      return () => undefined
    },
  })
  return { speakTo, asked, timeIsOver: () => timers.map((run) => run()) }
}

describe('what one person sees', () => {
  it('is in the language of the person in Slack, else in that of the installation', async () => {
    const of = (language: string | undefined) =>
      open({ languageOf: async () => language }).speakTo.person('U1', async () => languageNow())
    expect([await of('de-AT'), await of('en-GB'), await of('sv-SE'), await of(undefined)]).toEqual([
      'de',
      'en',
      'fr',
      'fr',
    ])
  })

  it('does not wait for Slack for longer than a second, nor for an error', async () => {
    const { speakTo, timeIsOver } = open({ languageOf: () => new Promise(() => undefined) })
    const said = speakTo.person('U1', languageNow)
    timeIsOver()
    expect(await said).toBe('fr')
    const failing = open({ languageOf: () => Promise.reject(new Error('missing_scope')) }).speakTo
    expect(await failing.person('U1', languageNow)).toBe('fr')
  })

  it('is in the language that Slack has told last, and a press does not wait for it', async () => {
    const never = () => new Promise<undefined>(() => undefined)
    expect(open({ languageOf: never, known: 'de-DE' }).speakTo.asker('U1', languageNow)).toBe('de')
    expect(open({ languageOf: never }).speakTo.asker('U1', languageNow)).toBe('fr')
  })

  it('goes on in the language that Slack tells meanwhile, but not what is posted', async () => {
    const { speakTo } = open({ languageOf: async () => 'de-DE' })
    const said = speakTo.asker('U1', async () => {
      const first = languageNow()
      const posted = speakTo.subscription('plain', async () => {
        await new Promise(setImmediate)
        return languageNow()
      })
      await new Promise(setImmediate)
      return [first, languageNow(), await posted]
    })
    expect(await said).toEqual(['fr', 'de', 'fr'])
  })
})

describe('what is posted', () => {
  it('is in the language of its subscription, else in that of the installation, whoever caused it', async () => {
    const { speakTo } = open({ known: 'de-DE' })
    const of = (name: string) => speakTo.subscription(name, languageNow)
    expect(
      await speakTo.person('U1', async () => ['plain', 'german', 'english', 'gone', 'own'].map(of)),
    ).toEqual(['fr', 'de', 'en', 'fr', 'de'])
  })

  it('is in the language of the first subscription of its channel that has one', async () => {
    const { speakTo } = open({ known: 'de-DE' })
    const of = (channel: string) => speakTo.channel(channel, languageNow)
    expect([await of('C1'), await of('C2'), await of('C3')]).toEqual(['fr', 'en', 'de'])
  })

  it('asks Slack for the channels only of subscriptions with a language', async () => {
    const { speakTo, asked } = open()
    await speakTo.channel('C1', languageNow)
    expect(asked).toEqual(['#brand', 'C2'])
  })
})
