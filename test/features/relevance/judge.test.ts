import { describe, expect, it } from 'vitest'
import { createJudge } from '../../../src/features/relevance/judge.ts'
import { aboutOf, nameIn } from '../../../src/features/relevance/settings.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const about = {
  text: 'Signal, the private messenger; people write about its encryption, chats',
  sites: ['signal.org'],
}
const mentionOf = (snippet: string, more: object = {}) =>
  sampleMention({ title: '', snippet, url: 'https://news.example/1', source: 'web', ...more })

describe('without labels', () => {
  const judge = createJudge(subscriptionOf(), about)
  const isHeld = (snippet: string, more: object = {}) =>
    judge(mentionOf(snippet, more), undefined) !== undefined

  it('a name in small letters is held back, if the text uses capitals', () => {
    expect(judge(mentionOf('The phone lost its signal in Berlin.'), undefined)).toEqual({
      against: ['signal'],
      for: [],
    })
    expect(isHeld('my phone has no signal')).toBe(false)
    expect(isHeld('I moved to Signal last week')).toBe(false)
    expect(isHeld('SIGNAL is down')).toBe(false)
  })

  it('a name inside another name is held back, but not in a headline or after a common word', () => {
    expect(isHeld('we use The Signal for family photos, as always on a sunday')).toBe(false)
    expect(isHeld('we met at the big Bat Signal last night and had drinks')).toBe(true)
    expect(isHeld('Why People Love Big Signal Now')).toBe(false)
  })

  it.each([
    ['en', 'On Monday Signal stopped to answer our letters, so we are moving the whole team elsewhere.'],
    ['en', 'We heard that on Friday Signal stopped to answer our letters'],
    ['en', 'We heard that on Sunday Signal stopped to answer our letters'],
    ['en', 'since last October Signal does not answer our letters any more'],
    ['fr', 'depuis Lundi Signal ne répond plus à nos lettres, donc nous partons'],
    ['de', 'Nachdem wir lange mit dem Anbieter Signal gearbeitet haben, sind wir nun gewechselt.'],
    ['', 'nobody at the Provider Signal has ever answered one of our letters'],
  ])('a name after a day, a month or a noun with a capital is not held back (%s)', (language, text) => {
    expect(isHeld(text, { language })).toBe(false)
  })

  it('a word of about keeps a mention, and so do our own sites', () => {
    expect(isHeld('The signal app has good Encryption.')).toBe(false)
    expect(isHeld('Read signal.org about the signal in Berlin')).toBe(false)
    expect(isHeld('The signal was lost in Berlin.', { url: 'https://blog.signal.org/1' })).toBe(false)
  })

  it('a mention without the name is not held back', () => {
    expect(isHeld('Nothing of it in Berlin')).toBe(false)
  })
})

describe('what the team named is never held back', () => {
  const lost = mentionOf('The signal was lost in Berlin.', { source: 'reddit' })
  const everything = { score: () => -1, weightOf: () => -1, threshold: 0 }
  const isHeld = (subscription: object, more: object = {}) =>
    [undefined, everything].map(
      (learned) =>
        createJudge(subscriptionOf(subscription), { ...about, ...more })(lost, learned) !== undefined,
    )

  it('urgent mentions, and those that the filter always matches', () => {
    expect(isHeld({})).toEqual([true, true])
    const notify = { users: ['U1'], groups: [], here: false, when: { text: ['lost'] } }
    expect(isHeld({ notify })).toEqual([false, false])
    expect(isHeld({}, { always: { source: ['reddit'] } })).toEqual([false, false])
    expect(isHeld({ only: { author: [lost.author.name] } })).toEqual([false, false])
    expect(
      isHeld({ quiet: { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { text: ['lost'] } } }),
    ).toEqual([false, false])
  })
})

describe('the key about', () => {
  it('begins with the name', () => {
    expect(nameIn({ text: 'Acme Notes, the app' })).toBe('Acme Notes')
    expect(nameIn({ text: 'Acme' })).toBe('Acme')
  })

  it('is a text, or a text with sites', () => {
    expect(aboutOf({ ...subscriptionOf(), about: 'Acme, the app' } as never)).toEqual({
      text: 'Acme, the app',
      sites: [],
    })
    expect(aboutOf(subscriptionOf())).toBeUndefined()
  })
})
