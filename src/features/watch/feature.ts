import type { Hooks } from '../../kernel/facts.ts'
import { defineFeature } from '../../kernel/feature.ts'
import { peopleChecks } from '../../kernel/people-check.ts'
import { context } from '../../messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../messages/kit/dates.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { type CollectionKind, openCollection } from '../../model/collection.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { callReminders, createWatchCalls } from './calls.ts'
import { answerWatch } from './command.ts'
import { onWatchSentence, watchTexts } from './messages.ts'
import { swapChangeSchema, type WatchSwap, watchCallSchema, watchSwapSchema } from './model.ts'
import { parseWatch } from './parse-watch.ts'
import { callHoursOf, checkEscalation, escalationOf, keys, planOf } from './settings.ts'
import { createWatch } from './watch.ts'

const swapKind: CollectionKind<WatchSwap> = { name: 'watch-swaps', schema: watchSwapSchema }

/** People take turns at being on watch, and are called if nobody claims an urgent mention. */
export const watch = defineFeature({
  name: 'watch',
  keys,
  check: checkEscalation,
  collections: [
    {
      kind: swapKind,
      damage: {
        name: 'swaps of the watch',
        record: () => 'The person is on watch whose turn it is by the configuration.',
      },
    },
  ],
  reminders: { 'watch-call': watchCallSchema },
  changes: { watch: swapChangeSchema },
  doctor: ({ users }, { watch }) =>
    peopleChecks(
      'Watch',
      (watch?.users ?? []).map((user) => ({
        user,
        key: 'watch.users',
        can: 'can be called',
        otherwise: 'Until then, others on the list are called.',
        mustBeMember: true,
      })),
      users,
    ),
  uses: ({
    clock: { now, newId },
    settings: { timezone, workCalendar },
    health: { problems },
    store,
    slack,
    alerts: { nameOf: alertName },
    subscriptions: { changes, registry, privateAlerts },
    cards,
    people: { access },
    reminders: { led: reminders },
    features: { absenceOf },
  }) => ({
    timezone,
    workCalendar,
    access,
    users: slack.users,
    watching: {
      now,
      newId,
      swaps: openCollection(store, swapKind),
      users: slack.users,
      absenceOf,
      problems,
      post: slack.post,
      announce: changes.announce,
    },
    calling: {
      now,
      calls: remindersOf(reminders, watchCallSchema),
      registry,
      privateAlerts,
      cards,
      findSpike: cards.spikeCards.find,
      openDirect: slack.users.openDirect,
      permalink: slack.messages.permalink,
      nameOf: slack.users.nameOf,
      alertName,
    },
  }),
  create({ timezone, workCalendar, access, users, watching, calling }, settings) {
    const plan = planOf(settings, timezone)
    const running = plan && createWatch({ ...watching, plan })
    const calls = createWatchCalls({
      ...calling,
      watch: running,
      escalationOf: escalationOf(settings),
      hours: callHoursOf(settings, workCalendar),
      refusalToRead: (user, { channel, alert }) =>
        access.refusal({ user, channel }, 'read', { channel, alerts: [alert] }),
    })
    const onWatch = async () => {
      const found = await running?.onWatch()
      return found && onWatchSentence({ name: await users.nameOf(found.user), until: found.until })
    }
    const hooks: Partial<Hooks> = {
      posted: ({ subscription, card, thread }) => calls.plan(subscription, card, thread),
      async handled({ card, changes }) {
        const corrected = changes.filter(({ to }) => to === 'corrected')
        await calls.planCorrected(
          card,
          corrected.map(({ mention }) => mention),
        )
      },
    }
    return {
      ...(running && { hooks }),
      calls: calls.people,
      subcommands: [
        {
          word: 'watch',
          rest: 'read',
          help: '• `watch`, `watch swap [@person]`: who is on watch for urgent mentions, and hand that on for a day',
          shortHelp: '*`/mentions watch`*: who is called about urgent mentions',
          async answer(asker, line) {
            const asked = parseWatch(line)
            if ('words' in asked)
              return notUnderstood(watchTexts.notUnderstood(quoted(asked.words)), ['watch', 'watch swap'])
            return answerWatch({ watch: running, users, access }, asker, asked)
          },
        },
      ],
      home: [
        {
          place: 'top',
          mostBlocks: 1,
          async blocks() {
            const sentence = await onWatch()
            return sentence === undefined ? [] : [context(...sentenceAsContext(sentence))]
          },
        },
      ],
      status: onWatch,
      changes: {
        watch: {
          permissionToUndo({ after: { by, to } }, user) {
            return { operation: user === by || user === to ? 'assign' : 'change', alerts: [] }
          },
          undo: async (change) => running?.undo(change) ?? 'changed-since',
          afterUndo: () => 'The watch is as before.',
        },
      },
      reminders: { 'watch-call': callReminders(calls) },
      jobs: running ? [{ name: 'watch', cron: '*/10 * * * * *', run: running.check }] : [],
      prune: async (time) => running?.prune(time),
    }
  },
})
