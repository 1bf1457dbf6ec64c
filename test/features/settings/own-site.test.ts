import type { ListeningAlert, SiteRead } from '@overheard/mention-client/listening-client'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOwnSite, siteCallback } from '../../../src/features/settings/own-site.ts'
import { alertLines, siteInputs, siteModal } from '../../../src/features/settings/site-form.ts'
import { readSettingsForm, say, settingsInputs } from '../../../src/features/settings/values.ts'
import type { MadeSettings } from '../../../src/model/made-settings.ts'
import type { ModalContent } from '../../../src/model/message.ts'
import { feed, listen, settingsOf, simple, timezone } from './stored-values.ts'

const found = { found: 12, bySource: {}, examples: [] }
const ownFeed = 'https://tideline.example/feed.xml'
const suggestion = {
  ...{ host: 'tideline.example', name: 'Tideline', description: 'The issue tracker for calm teams' },
  alerts: [
    { name: 'Tideline', query: 'Tideline OR tidelinehq', found },
    { name: 'Tideline Pulse', query: '"Tideline Pulse"' },
  ],
  feeds: [ownFeed],
  sources: ['news', 'hacker-news'],
}
const read: SiteRead = { kind: 'read', suggestion }

type Answers = Record<string, string | string[]>
type View = ModalContent & { callback: string }

const alertOf = (name: string, query?: string): ListeningAlert => ({
  ...{ id: '7' as ListeningAlert['id'], name, languages: [], notes: [], mentions: 0, isFixed: false },
  warnings: [],
  ...(query !== undefined && { query }),
})

/** What the form sends if a person presses its button at once. */
function untouched({ blocks }: ModalContent): Answers {
  type Input = {
    block_id?: string
    element?: { initial_value?: string; initial_options?: { value: string }[] }
  }
  return Object.fromEntries(
    (blocks as Input[]).flatMap(({ block_id: name, element }) => {
      const value = element?.initial_options?.map((one) => one.value) ?? element?.initial_value
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

function world({
  site = async () => read,
  heard = [],
  made = { listen },
  file = {},
  refusal,
  isOverwritten = false,
}: {
  site?: () => Promise<SiteRead>
  heard?: ListeningAlert[] | Error
  made?: MadeSettings
  file?: MadeSettings
  refusal?: string
  isOverwritten?: boolean
} = {}) {
  const settings = settingsOf(made, file)
  const views: View[] = []
  const stored: MadeSettings[] = []
  const closed: unknown[] = []
  const notes: string[] = []
  const ownSite = createOwnSite({
    ...{ fromSlack: settings.fromSlack, simpleSources: simple, refusalOf: async () => refusal },
    listening: {
      readSite: site,
      alerts: async () => {
        if (heard instanceof Error) throw heard
        return heard
      },
    },
    privateAlerts: { names: (name) => name === 'Falcon' },
    views: { update: async (_id, view) => void views.push(view) },
    async store(_user, changed) {
      if (isOverwritten) return false
      stored.push(changed)
      return true
    },
  })
  const home = {
    answer: async (_press: unknown, note = '') => void notes.push(note),
    show: async () => undefined,
  }
  const open = () => ownSite.propose({ user: 'UANA', view: 'V1' }, 'tideline.example', home)
  const submit = (answers: Answers) =>
    ownSite.submit(
      {
        ...{ user: 'UANA', view: 'V1', trigger: 't', metadata: '', actionValue: '' },
        values: new Map(Object.entries(answers)),
      },
      async (errors) => void closed.push(errors),
      home,
    )
  return { open, submit, views, stored, closed, notes }
}

const unreachable = new MentionServiceError({ kind: 'unreachable', retry: 'later', what: 'It is gone' })

describe('the address of the own site', () => {
  const withSite = (site: string, file: MadeSettings = {}, made: MadeSettings = { listen }) => {
    const answers: Answers = {
      [settingsInputs.site]: site,
      [settingsInputs.feeds]: feed,
      [settingsInputs.sources]: ['news'],
    }
    const values = new Map(Object.entries(answers))
    return readSettingsForm({ values }, settingsOf(made, file).fromSlack, {
      ...{ timezone, simple },
      isTouched: () => true,
    })
  }

  it.each(['tideline.example', 'http://tideline.example/en?a=1'])('%s is read', (site) => {
    expect(withSite(site)).toEqual({ changed: {}, site })
  })

  it.each(['file:///etc/passwd', 'https://', 'a b', 'https://ana:secret@tideline.example', 'a'.repeat(600)])(
    '%s is refused at its input',
    (site) => {
      expect(withSite(site)).toEqual({ errors: { [settingsInputs.site]: say.giveAddress() } })
    },
  )

  it('is not read if the file says what to listen for, or if there is no mention service of our own', () => {
    expect(withSite('tideline.example', { listen }, {})).toEqual({ changed: {} })
    expect(withSite('tideline.example', {}, {})).toEqual({ changed: {} })
  })
})

describe('what a site suggests', () => {
  it('is shown in the form that was empty until the site was read', async () => {
    const { open, views } = world()
    await open()
    expect(views[0]).toMatchObject({ callback: siteCallback, submit: 'Take these' })
    const text = JSON.stringify(views[0]?.blocks)
    expect(text).toContain('tideline.example is Tideline: The issue tracker for calm teams')
    expect(text).toContain('Tideline would have found 12 posts lately.')
  })

  it('is taken with one press, beside what was there', async () => {
    const { open, submit, views, stored, closed, notes } = world()
    await open()
    await submit(untouched(views[0] as View))
    expect(stored).toEqual([
      {
        listen: {
          alerts: [
            ...listen.alerts,
            { name: 'Tideline', query: 'Tideline OR tidelinehq' },
            { name: 'Tideline Pulse', query: '"Tideline Pulse"' },
          ],
          feeds: [feed, ownFeed],
          sources: { news: true, 'hacker-news': true },
        },
      },
    ])
    expect([closed, notes]).toEqual([[undefined], [say.taken()]])
  })

  it('is refused if somebody has changed what is listened to while it was read', async () => {
    const { open, submit, views, closed, notes } = world({ isOverwritten: true })
    await open()
    await submit(untouched(views[0] as View))
    expect([closed, notes]).toEqual([[{ [siteInputs.alerts]: say.changedMeanwhile() }], []])
  })

  it('switches on no source that somebody has switched off, unless it is chosen', async () => {
    const made = { listen: { sources: { news: false } } }
    const { open, submit, views, stored } = world({ made })
    await open()
    const answers = untouched(views[0] as View)
    expect(answers[settingsInputs.sources]).toEqual(['hacker-news'])
    await submit({ [settingsInputs.sources]: ['news'] })
    expect(stored).toMatchObject([{ listen: { sources: { news: true } } }])
  })

  it('is not taken twice', async () => {
    const { submit, stored, notes } = world({ heard: [alertOf('Tideline', 'tideline')] })
    await submit({
      [siteInputs.alerts]: 'Tideline: tideline\nAcme: acme',
      [settingsInputs.feeds]: feed,
      [settingsInputs.sources]: ['news'],
    })
    expect([stored, notes]).toEqual([[], [say.nothingToAdd()]])
  })

  it('may have the name of an alert that was taken out', async () => {
    const { submit, stored } = world({ heard: [alertOf('Tideline')] })
    await submit({ [siteInputs.alerts]: 'Tideline: tideline' })
    expect(stored).toMatchObject([{ listen: { alerts: [{ name: 'Acme' }, { name: 'Tideline' }] } }])
  })

  it.each<[string, () => Promise<SiteRead>, string]>([
    [
      'cannot be reached',
      async () => ({ kind: 'failed', sentence: '10.0.0.1 is a private address.' }),
      '10.0.0.1 is a private address.',
    ],
    ['has no page', async () => ({ kind: 'no-page' }), say.noPage({ address: 'tideline.example' })],
    ['cannot be asked for', () => Promise.reject(unreachable), "Can't look that up right now"],
  ])('is written by hand if the site %s', async (_what, site, sentence) => {
    const { open, submit, views, stored } = world({ site })
    await open()
    expect(JSON.stringify(views[0]?.blocks)).toContain(sentence)
    expect(untouched(views[0] as View)).toEqual({})
    await submit({ [siteInputs.alerts]: 'Tideline: tideline' })
    expect(stored).toHaveLength(1)
  })
})

describe('a submission of what a site suggests', () => {
  const good = { [siteInputs.alerts]: 'Tideline: tideline' }

  it.each<[string, Parameters<typeof world>[0], Answers, Record<string, unknown>]>([
    [
      'of a person who may not change anything',
      { refusal: 'You may not.' },
      good,
      { [siteInputs.alerts]: 'You may not.' },
    ],
    [
      'where the file says what to listen for',
      { made: {}, file: { listen } },
      good,
      { [siteInputs.alerts]: say.listenInFile() },
    ],
    ['without a mention service of our own', { made: {} }, good, { [siteInputs.alerts]: say.listenInFile() }],
    [
      'while the mention service does not answer',
      { heard: unreachable },
      good,
      { [siteInputs.alerts]: expect.stringContaining("Can't look that up") },
    ],
    [
      'with a line without a query',
      {},
      { [siteInputs.alerts]: 'Tideline' },
      { [siteInputs.alerts]: say.writeLine({ line: 'Tideline' }) },
    ],
    [
      'with a query that cannot be read',
      {},
      { [siteInputs.alerts]: 'Tideline: a OR' },
      { [siteInputs.alerts]: expect.stringContaining('missing after OR') },
    ],
    [
      'with the name of another alert',
      { heard: [alertOf('tideline', 'other')] },
      good,
      { [siteInputs.alerts]: say.nameTaken({ name: 'Tideline' }) },
    ],
    [
      'with a name twice',
      {},
      { [siteInputs.alerts]: 'Tideline: a\nTIDELINE: b' },
      { [siteInputs.alerts]: say.nameTaken({ name: 'TIDELINE' }) },
    ],
    [
      'with the name of a private alert',
      {},
      { [siteInputs.alerts]: 'Falcon: falcon' },
      { [siteInputs.alerts]: say.otherName() },
    ],
    [
      'with a feed that is none',
      {},
      { [settingsInputs.feeds]: 'github.com/acme/app/issues' },
      { [settingsInputs.feeds]: expect.stringContaining('GitHub has no feed of issues') },
    ],
  ])('%s is refused, and nothing is stored', async (_what, given, answers, errors) => {
    const { submit, stored, closed } = world(given)
    await submit(answers)
    expect([closed, stored]).toEqual([[errors], []])
  })

  it.each<[string, Answers]>([
    [
      'texts as lists and lists as texts',
      {
        [siteInputs.alerts]: ['Tideline: tideline'],
        [settingsInputs.feeds]: ['file:///etc/passwd'],
        [settingsInputs.sources]: 'hacker-news',
      },
    ],
    ['sources that are not offered', { [settingsInputs.sources]: ['intake', '__proto__', 'nowhere'] }],
  ])('with %s adds nothing', async (_what, answers) => {
    const { submit, stored, notes } = world()
    await submit(answers)
    expect([stored, notes]).toEqual([[], [say.nothingToAdd()]])
  })
})

it('reads each line of alerts as it was written, whatever a site calls itself', async () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'Z', ':', ' ', '\n', '\u202e', '"', 'ü', '<'),
    maxLength: 12,
  })
  const alert = fc.record({ name: words, query: fc.constantFrom('a', '"b: c"', 'a OR b') })
  await fc.assert(
    fc.asyncProperty(alert, async (one) => {
      const [line] = alertLines([one])
      if (line === undefined) return
      const { submit, stored } = world({ made: { listen: {} } })
      await submit({ [siteInputs.alerts]: line })
      expect(stored).toMatchObject([{ listen: { alerts: [{ query: one.query }] } }])
      expect(alertLines((stored[0] as { listen: { alerts: (typeof one)[] } }).listen.alerts)).toEqual([line])
    }),
  )
})

it('fits into what Slack accepts, whatever the site says', () => {
  const long = 'x'.repeat(2900)
  const hostile: SiteRead = {
    kind: 'read',
    suggestion: {
      ...{ host: long, name: long, description: long, sources: [] },
      alerts: [
        { name: long, query: 'a', found },
        { name: 'b', query: long.repeat(2) },
        { name: long, query: 'c' },
      ],
      feeds: [`https://a.example/${long}`, 'javascript:alert(1)', `https://b.example/${long}`],
    },
  }
  const modal = siteModal('a.example', hostile, { present: listen, simple })
  const answers = untouched(modal)
  expect(String(answers[siteInputs.alerts]).length).toBeLessThanOrEqual(3000)
  expect(answers[settingsInputs.feeds]).toBe(`https://a.example/${long}`)
  const texts = (modal.blocks as { type: string; text?: { text: string } }[]).map(
    ({ text }) => text?.text.length ?? 0,
  )
  expect(Math.max(...texts)).toBeLessThanOrEqual(600)
})
