import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsModal } from '../../../src/features/settings/form.ts'
import { createSettings, settingsChanges } from '../../../src/features/settings/settings.ts'
import {
  presentSettings,
  readSettingsForm,
  say,
  settingsInputs,
} from '../../../src/features/settings/values.ts'
import type { Form } from '../../../src/listeners/open-modal.ts'
import type { Change } from '../../../src/model/change.ts'
import type { MadeSettings } from '../../../src/model/made-settings.ts'
import { feed, listen, settingsOf, simple, timezone } from './stored-values.ts'

type Answers = Record<string, string | string[]>

const read = ({ fromSlack }: ReturnType<typeof settingsOf>, answers: Answers) =>
  readSettingsForm({ values: new Map(Object.entries(answers)) }, fromSlack, {
    ...{ timezone, simple },
    isTouched: () => true,
  })

function untouched({ fromSlack }: ReturnType<typeof settingsOf>, offered: string[]): Answers {
  const { blocks } = settingsModal({ present: presentSettings(fromSlack, simple), offered, timezone })
  return answersOf(blocks)
}

/** What Slack sends if a person submits a form as it was opened. */
function answersOf(blocks: Form['blocks']): Answers {
  type Element = Record<string, unknown> & {
    initial_options?: { value: string }[]
    initial_option?: { value: string }
  }
  const entries = (blocks as { type: string; block_id?: string; element?: Element }[]).flatMap(
    ({ type, block_id: name = '', element = {} }) => {
      const single = Object.entries(element).find(([key]) =>
        /^initial_(user|time|conversation|value)$/.test(key),
      )
      const value =
        element.initial_options?.map((option) => option.value) ?? element.initial_option?.value ?? single?.[1]
      return type === 'input' && value !== undefined ? [[name, value] as [string, string | string[]]] : []
    },
  )
  return Object.fromEntries(entries)
}

describe('the form of the settings', () => {
  it('changes nothing if it is submitted as it was opened', () => {
    const time = fc.constantFrom('00:00', '07:30', '23:59')
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
    const made = fc.record({
      owner: maybe(fc.constantFrom('U1', 'W2')),
      quiet: maybe(fc.record({ from: time, to: time, timezone: fc.constantFrom('UTC', 'Asia/Tokyo') })),
      digests: maybe(
        fc.array(
          fc.record({
            name: fc.uuid(),
            channel: fc.constant('C1'),
            alerts: fc.uniqueArray(fc.constantFrom('Acme', 'Rivals', '7'), { minLength: 1 }),
            schedule: fc.constantFrom('0 9 * * 1', '5 5 * * 5'),
            period: fc.constantFrom('week'),
            timezone: fc.constant('UTC'),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      ),
      listen: maybe(
        fc.record({
          alerts: fc.constant([]),
          feeds: fc.array(fc.constantFrom(feed, 'mastodon.social/tags/acme')),
          sources: fc.dictionary(fc.constantFrom(...simple, 'intake'), fc.constantFrom(true, false)),
        }),
      ),
    })
    fc.assert(
      fc.property(made, (values) => {
        const settings = settingsOf(JSON.parse(JSON.stringify(values)))
        expect(read(settings, untouched(settings, ['Acme', 'Other']))).toEqual({ changed: {} })
      }),
    )
  })

  it('reads what people set, with the checks of the file', () => {
    const settings = settingsOf({ listen: { ...listen, sources: { news: true, intake: { x: {} } } } })
    expect(
      read(settings, {
        [settingsInputs.owner]: 'U0ANA',
        [settingsInputs.quietFrom]: '22:00',
        [settingsInputs.quietTo]: '07:00',
        [settingsInputs.digestChannel]: 'C1',
        [settingsInputs.digestAlerts]: ['Acme'],
        [settingsInputs.digestSchedule]: '0 9 * * *',
        [settingsInputs.feeds]: `${feed}\nmastodon.social/tags/acme`,
        [settingsInputs.sources]: ['bluesky'],
      }),
    ).toEqual({
      changed: {
        owner: 'U0ANA',
        quiet: { from: '22:00', to: '07:00', timezone },
        digests: [
          { name: 'digest', channel: 'C1', alerts: ['Acme'], schedule: '0 9 * * *', period: 'day', timezone },
        ],
        listen: {
          ...listen,
          feeds: [feed, 'mastodon.social/tags/acme'],
          sources: { intake: { x: {} }, bluesky: true },
        },
      },
    })
  })

  it.each<[string, Answers, Record<string, unknown>]>([
    [
      'an owner that is no member id',
      { [settingsInputs.owner]: 'ana' },
      { [settingsInputs.owner]: expect.stringContaining('expected a Slack member id') },
    ],
    [
      'quiet hours without an end',
      { [settingsInputs.quietFrom]: '22:00' },
      { [settingsInputs.quietTo]: say.sayBothHours() },
    ],
    [
      'a time that is none',
      { [settingsInputs.quietFrom]: '25:00', [settingsInputs.quietTo]: '07:00' },
      { [settingsInputs.quietFrom]: expect.stringContaining('time of day') },
    ],
    [
      'a digest without alerts',
      { [settingsInputs.digestChannel]: 'C1' },
      { [settingsInputs.digestChannel]: say.chooseAlert() },
    ],
    [
      'a schedule that is none',
      {
        [settingsInputs.digestChannel]: 'C1',
        [settingsInputs.digestAlerts]: ['Acme'],
        [settingsInputs.digestSchedule]: 'soon',
      },
      { [settingsInputs.digestChannel]: expect.stringContaining('not a cron expression') },
    ],
    [
      'a feed that is no address',
      { [settingsInputs.feeds]: 'github.com/acme/app/issues' },
      { [settingsInputs.feeds]: expect.stringContaining('GitHub has no feed of issues') },
    ],
    [
      'a source that does not exist',
      { [settingsInputs.feeds]: feed, [settingsInputs.sources]: ['nowhere'] },
      { [settingsInputs.sources]: expect.stringContaining('unknown key') },
    ],
  ])('refuses %s, with the sentence of the file', (_what, answers, errors) => {
    expect(read(settingsOf({ listen }), answers)).toEqual({ errors })
  })

  it('leaves alone what the file sets, and what a bot without a mention service of its own has no use for', () => {
    const file = { owner: 'U0FILE', digests: [] }
    const answers = {
      [settingsInputs.owner]: 'U0ANA',
      [settingsInputs.digestChannel]: 'C1',
      [settingsInputs.feeds]: 'https://other.example',
    }
    expect(read(settingsOf({}, file), answers)).toEqual({ changed: {} })
    const { blocks, submit } = settingsModal({
      present: presentSettings(settingsOf({}, file).fromSlack, simple),
      offered: [],
      timezone,
    })
    expect(JSON.stringify(blocks)).toContain('set in the configuration file (`owner`)')
    expect(submit).toBe('Save')
  })
})

describe('a submission of the settings', () => {
  function world({
    refused,
    isPrivate = false,
    made = { owner: 'U0OLD' },
    offered = ['Acme'],
    presence = 'active',
    during,
  }: {
    refused?: string
    isPrivate?: boolean
    made?: MadeSettings
    /** The alerts that the person may see. */
    offered?: string[]
    /** What Slack says of every account. */
    presence?: 'active' | 'gone' | 'unknown'
    /** Happens while the submission is read. */
    during?: (settings: ReturnType<typeof settingsOf>) => void
  } = {}) {
    const settings = settingsOf(made)
    const shown: string[] = []
    const forms: Form[] = []
    const announced: { channel: string; change: Change }[] = []
    const notes: string[] = []
    const closed: unknown[] = []
    const form = createSettings({
      ...{ now: () => 7, simpleSources: simple, fromSlack: settings.fromSlack },
      async zoneOf() {
        if (forms.length > 0) during?.(settings)
        return timezone
      },
      access: {
        refusal: async (_asking, operation) => (operation === refused ? 'You may not.' : undefined),
        readableAlerts: async (_asking, all) => all,
      },
      alerts: {
        all: async () =>
          offered.map((name, index) => ({ id: `${index}`, type: 'mentions', name, projectName: 'P' })),
        known: () => [],
      },
      privateAlerts: { isPrivate: async () => isPrivate, names: () => false },
      listening: { alerts: async () => [], readSite: async () => ({ kind: 'no-page' }) },
      users: { presenceOf: async () => presence },
      channels: { probe: async () => 'usable', join: async () => undefined },
      changes: {
        announce: async (channel, _user, _did, about) =>
          void announced.push({ channel, change: about as Change }),
      },
      views: {
        setTimer: () => () => undefined,
        async open(_trigger, opened) {
          forms.push(opened)
          return { kind: 'open', view: 'V1' }
        },
        update: async (_view, { callback }) => void shown.push(callback),
      },
    })
    const home = {
      answer: async (_action: unknown, note = '') => void notes.push(note),
      show: async () => undefined,
    }
    /** What Slack sends of the form, and its note, as it is opened now. */
    async function open() {
      await form.open({ user: 'UANA', trigger: 't', value: '', state: {} }, home)
      const opened = forms.at(-1)
      const { blocks = [], note = '' } = opened ?? {}
      return { answers: answersOf(blocks), blocks, note }
    }
    const submit = (answers: Answers, metadata = '') =>
      form.submit(
        {
          user: 'UANA',
          view: 'V1',
          trigger: 't',
          metadata,
          actionValue: '',
          values: new Map(Object.entries(answers)),
        },
        async (errors, next) => {
          closed.push(errors)
          if (next !== undefined) shown.push(next.callback)
        },
        home,
      )
    return { settings, announced, notes, closed, shown, open, submit }
  }
  const digest = {
    [settingsInputs.owner]: 'U0OLD',
    [settingsInputs.digestChannel]: 'C1',
    [settingsInputs.digestAlerts]: ['Acme'],
  }

  it('is stored and announced as a change of the whole installation, which is undone as a whole', async () => {
    const { settings, announced, notes, closed, submit } = world()
    await submit({ [settingsInputs.quietFrom]: '22:00', [settingsInputs.quietTo]: '07:00' })
    expect(settings.values()).toEqual({ quiet: { from: '22:00', to: '07:00', timezone } })
    expect([closed, notes]).toEqual([[undefined], [say.changed()]])
    const [told] = announced
    expect(told?.channel).toBe('')
    const changes = settingsChanges({ now: () => 8, fromSlack: settings.fromSlack })
    const change = told?.change as Parameters<typeof changes.undo>[0]
    expect(changes.permissionToUndo(change, 'UBEN')).toEqual({ operation: 'change', alerts: [] })
    expect(await changes.undo(change, 'UBEN')).toBe('undone')
    expect(settings.values()).toEqual({ owner: 'U0OLD' })
    expect(await changes.undo(change, 'UBEN')).toBe('changed-since')
  })

  it('with the address of a site is replaced by an empty form, and that by what the site suggests', async () => {
    const { notes, shown, submit } = world({ made: { listen: {} } })
    await submit({ [settingsInputs.site]: 'tideline.example' })
    expect([shown, notes]).toEqual([['loading', 'settings_site'], []])
  })

  it('without a change announces nothing', async () => {
    const { announced, notes, submit } = world()
    await submit({ [settingsInputs.owner]: 'U0OLD' })
    expect([announced, notes]).toEqual([[], [say.unchanged()]])
  })

  const quiet = { [settingsInputs.quietFrom]: '22:00', [settingsInputs.quietTo]: '07:00' }
  const taken = { ...listen, feeds: [feed, 'https://taken.example/feed'] }
  const take = ({ fromSlack }: ReturnType<typeof settingsOf>) =>
    fromSlack.stored.change('listen', () => ({ value: taken, by: 'UBEN', at: 1 }))

  it('keeps what was changed elsewhere since the form was opened, if this person left it alone', async () => {
    const { settings, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    await take(settings)
    await submit({ ...answers, ...quiet }, note)
    expect(settings.values()).toEqual({ quiet: { from: '22:00', to: '07:00', timezone }, listen: taken })
  })

  it('is refused if this person has changed what was changed elsewhere since the form was opened', async () => {
    const { settings, closed, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    await take(settings)
    await submit({ ...answers, ...quiet, [settingsInputs.feeds]: 'https://mine.example/feed' }, note)
    expect(closed).toEqual([{ [settingsInputs.feeds]: say.changedMeanwhile() }])
    expect(settings.values()).toEqual({ listen: taken })
  })

  it('is refused if the value was changed elsewhere while the form was read', async () => {
    const { settings, closed, open, submit } = world({
      made: { listen },
      during: (settings) => void take(settings),
    })
    const { answers, note } = await open()
    await submit({ ...answers, [settingsInputs.feeds]: 'https://mine.example/feed' }, note)
    expect(closed).toEqual([{ [settingsInputs.owner]: say.changedMeanwhile() }])
    expect(settings.values()).toEqual({ listen: taken })
  })

  it('with the first digest is stored', async () => {
    const { settings, closed, open, submit } = world({ made: {}, offered: ['Acme', 'Rivals'] })
    const { answers, note } = await open()
    await submit({ ...answers, [settingsInputs.digestChannel]: 'C1' }, note)
    expect(closed).toEqual([undefined])
    expect(settings.values().digests).toMatchObject([{ channel: 'C1', alerts: ['Acme', 'Rivals'] }])
  })

  it('with the first digest is refused if somebody else has set one since the form was opened', async () => {
    const { settings, closed, open, submit } = world({ made: {} })
    const { answers, note } = await open()
    const theirs = [{ name: 'digest', channel: 'C2', alerts: ['Acme'], schedule: '0 9 * * 1', timezone }]
    await settings.fromSlack.stored.change('digests', () => ({ value: theirs, by: 'UBEN', at: 1 }))
    await submit({ ...answers, [settingsInputs.digestChannel]: 'C1' }, note)
    expect(closed).toEqual([{ [settingsInputs.digestChannel]: say.changedMeanwhile() }])
    expect(settings.values()).toEqual({ digests: theirs })
  })

  it('of feeds is refused if so many were added elsewhere that they fit into no form', async () => {
    const { settings, closed, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    const feeds = Array.from(
      { length: 100 },
      (_, index) => `https://blog.example/${index}/feed-of-a-long-name`,
    )
    const theirs = { ...listen, feeds }
    await settings.fromSlack.stored.change('listen', () => ({ value: theirs, by: 'UBEN', at: 1 }))
    await submit({ ...answers, [settingsInputs.feeds]: 'https://mine.example/feed' }, note)
    expect(closed).toEqual([{ [settingsInputs.feeds]: say.changedMeanwhile() }])
    expect(settings.values()).toEqual({ listen: theirs })
  })

  it('of feeds keeps an alert that was added elsewhere since the form was opened', async () => {
    const { settings, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    const alerts = [...listen.alerts, { name: 'Rivals', query: 'rivals' }]
    await settings.fromSlack.stored.change('listen', () => ({
      ...{ value: { ...listen, alerts }, by: 'UBEN', at: 1 },
    }))
    await submit({ ...answers, [settingsInputs.feeds]: 'https://mine.example/feed' }, note)
    expect(settings.values().listen).toEqual({ ...listen, alerts, feeds: ['https://mine.example/feed'] })
  })

  it('of a form that an older version opened, with a note of its inputs only, is stored', async () => {
    const { settings, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    const { shown } = JSON.parse(note)
    await submit({ ...answers, ...quiet }, JSON.stringify({ shown }))
    expect(settings.values()).toEqual({ quiet: { from: '22:00', to: '07:00', timezone }, listen })
  })

  it('keeps an alert of the digest whose name is too long for a menu', async () => {
    const long = 'long '.repeat(36).trim()
    const kept = { name: 'digest', schedule: '0 9 * * 1', period: 'week', timezone }
    const { settings, open, submit } = world({
      made: { digests: [{ ...kept, channel: 'C1', alerts: ['Acme', long] }] },
    })
    const { answers, note } = await open()
    await submit({ ...answers, [settingsInputs.digestChannel]: 'C2' }, note)
    expect(settings.values().digests).toMatchObject([{ channel: 'C2', alerts: ['Acme', long] }])
  })

  it('offers for a digest no alert whose name is too long for a menu, because a cut name is that of no alert', async () => {
    const { open } = world({ made: {}, offered: ['long '.repeat(36).trim(), 'Acme'] })
    const { blocks } = await open()
    const offered = JSON.stringify(blocks.find(({ block_id }) => block_id === settingsInputs.digestAlerts))
    expect(offered).toContain('Acme')
    expect(offered).not.toContain('long')
  })

  it('keeps feeds that are too long for the form', async () => {
    const feeds = Array.from(
      { length: 100 },
      (_, index) => `https://blog.example/${index}/feed-of-a-long-name`,
    )
    const { settings, open, submit } = world({ made: { listen: { ...listen, feeds } } })
    const { answers, note } = await open()
    await submit({ ...answers, ...quiet }, note)
    expect(settings.values().listen).toEqual({ ...listen, feeds })
  })

  it('does not look up a site and change the feeds at once, because the change starts again what reads the site', async () => {
    const { settings, closed, open, submit } = world({ made: { listen } })
    const { answers, note } = await open()
    const both = {
      [settingsInputs.site]: 'tideline.example',
      [settingsInputs.feeds]: 'https://mine.example/feed',
    }
    await submit({ ...answers, ...both }, note)
    expect(closed).toEqual([{ [settingsInputs.site]: say.siteAlone() }])
    expect(settings.values()).toEqual({ listen })
  })

  it.each(['active', 'unknown'] as const)(
    'with an owner whose account is %s to Slack is stored, because the account was chosen from the list of Slack',
    async (presence) => {
      const { settings, submit } = world({ presence })
      await submit({ [settingsInputs.owner]: 'U0NEW' })
      expect(settings.values()).toEqual({ owner: 'U0NEW' })
    },
  )

  it('with an owner who is an app or deactivated is refused together with what is wrong with the digest, because nobody would hear of problems', async () => {
    const { settings, closed, submit } = world({ presence: 'gone', isPrivate: true })
    await submit({ ...digest, [settingsInputs.owner]: 'U0APP' })
    const errors = {
      [settingsInputs.owner]: say.ownerIsNobody(),
      [settingsInputs.digestChannel]: say.privateAlert(),
    }
    expect(closed).toEqual([errors])
    expect(settings.values()).toEqual({ owner: 'U0OLD' })
  })

  it('that leaves alone an owner whose account is deactivated by now is stored', async () => {
    const { settings, open, submit } = world({ presence: 'gone' })
    const { answers, note } = await open()
    await submit({ ...answers, ...quiet }, note)
    expect(settings.values()).toMatchObject({ owner: 'U0OLD', quiet: { from: '22:00' } })
  })

  it.each([
    ['of a person who may not change anything', { refused: 'change' }, 'You may not.', settingsInputs.owner],
    [
      'with a digest to a channel that the person may not send to',
      { refused: 'subscribe' },
      'You may not.',
      settingsInputs.digestChannel,
    ],
    [
      'with a private alert in the digest',
      { isPrivate: true },
      say.privateAlert(),
      settingsInputs.digestChannel,
    ],
  ])('%s is refused, and nothing is stored', async (_what, given, sentence, at) => {
    const { settings, announced, closed, submit } = world(given)
    await submit(digest)
    expect(closed).toEqual([{ [at]: sentence }])
    expect([settings.values(), announced]).toEqual([{ owner: 'U0OLD' }, []])
  })
})
