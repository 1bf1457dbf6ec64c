import type { Hooks } from '../../kernel/facts.ts'
import { defineFeature } from '../../kernel/feature.ts'
import { peopleChecks } from '../../kernel/people-check.ts'
import { context } from '../../messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../messages/kit/dates.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { type CollectionKind, openCollection } from '../../model/collection.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { callReminders, createWatchCalls, outcomeReminders } from './calls.ts'
import { answerWatch } from './command.ts'
import { onWatchSentence, say } from './messages.ts'
import {
  swapChangeSchema,
  type WatchSwap,
  watchCallSchema,
  watchOutcomeSchema,
  watchSwapSchema,
} from './model.ts'
import { parseWatch } from './parse-watch.ts'
import { callHoursOf, checkEscalation, escalationOf, keys, planOf } from './settings.ts'
import { createWatch } from './watch.ts'

const swapKind: CollectionKind<WatchSwap> = { name: 'watch-swaps', schema: watchSwapSchema }

/** People take turns at being on duty, and are told if nobody claims an urgent mention. */
export const watch = defineFeature({
  name: 'watch',
  keys,
  check: checkEscalation,
  callsPeople: (file) => file.onDuty !== undefined,
  collections: [
    {
      kind: swapKind,
      damage: {
        name: say.damagedName(),
        record: say.damaged,
      },
    },
  ],
  reminders: { 'watch-call': watchCallSchema, 'watch-outcome': watchOutcomeSchema },
  changes: { watch: swapChangeSchema },
  doctor: ({ users }, { onDuty }) =>
    peopleChecks(
      'On duty',
      (onDuty?.users ?? []).map((user) => ({
        user,
        key: 'onDuty.users',
        can: 'can be told',
        otherwise: 'Until then, others on the list are told.',
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
    people: { access, speakTo },
    reminders: { led: reminders },
    features: { absenceOf, tellEscalated },
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
      speakTo,
    },
    calling: {
      now,
      calls: remindersOf(reminders, watchCallSchema),
      outcomes: remindersOf(reminders, watchOutcomeSchema),
      tellEscalated,
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
          word: 'duty',
          inLanguages: { de: 'bereitschaft', es: 'guardia', fr: 'astreinte', ja: '当番', pt: 'plantão' },
          formerly: 'watch',
          rest: 'read',
          get help() {
            return say.help()
          },
          get shortHelp() {
            return say.shortHelp()
          },
          async answer(asker, line) {
            const asked = parseWatch(line)
            if ('words' in asked)
              return notUnderstood(say.notUnderstood({ words: quoted(asked.words) }), ['duty', 'duty swap'])
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
          afterUndo: say.swapUndone,
        },
      },
      reminders: { 'watch-call': callReminders(calls), 'watch-outcome': outcomeReminders(calls) },
      jobs: running ? [{ name: 'watch', cron: '*/10 * * * * *', run: running.check }] : [],
      prune: async (time) => running?.prune(time),
    }
  },
})
