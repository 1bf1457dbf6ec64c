import type { Hooks } from '../../kernel/facts.ts'
import { defineFeature } from '../../kernel/feature.ts'
import { peopleChecks } from '../../kernel/people-check.ts'
import { openCollection } from '../../model/collection.ts'
import { mentionReminderSchema } from '../../model/reminder.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { createAssigning } from './assign.ts'
import { say } from './messages.ts'
import { assignedReminderSchema, givenKind, type Standing, turnsKind, waitingKind } from './model.ts'
import { assigneesIn, filtersIn, keys, rulesFor } from './settings.ts'

/** Rules assign posted mentions to people, in turn. */
export const assign = defineFeature({
  name: 'assignment by rule',
  keys,
  filters: (settings, own) => [...filtersIn(settings), ...filtersIn(own)],
  collections: [
    {
      kind: waitingKind,
      damage: {
        name: say.waitingDamagedName(),
        record: say.waitingDamaged,
      },
    },
    {
      kind: turnsKind,
      damage: {
        name: say.turnsDamagedName(),
        record: say.turnsDamaged,
      },
    },
    {
      kind: givenKind,
      damage: {
        name: say.givenDamagedName(),
        record: say.givenDamaged,
      },
    },
  ],
  reminders: { 'assigned-by-rule': assignedReminderSchema },
  doctor: ({ users, subscriptions }, settings) =>
    peopleChecks(
      'Assignment by rule',
      assigneesIn(settings, subscriptions).map((user) => ({
        user,
        key: 'assign',
        can: 'can get mentions',
        otherwise: 'Until then, the rule passes over this person.',
        mustBeMember: false,
      })),
      users,
    ),
  uses: ({
    clock: { now },
    settings: { keptMs },
    store,
    slack,
    subscriptions: { registry },
    cards,
    people: { access },
    reminders: { led: reminders },
    features: { absenceOf },
  }) => ({
    absenceOf,
    access,
    users: slack.users,
    assigning: {
      now,
      keptMs,
      registry,
      cards,
      waiting: openCollection(store, waitingKind),
      led: {
        waiting: openCollection(store.leading, waitingKind),
        turns: openCollection(store.leading, turnsKind),
        given: openCollection(store.leading, givenKind),
        assigned: remindersOf(reminders, assignedReminderSchema),
        overdue: remindersOf(reminders, mentionReminderSchema),
      },
      kept: { turns: openCollection(store, turnsKind), given: openCollection(store, givenKind) },
      nameOf: slack.users.nameOf,
      openDirect: slack.users.openDirect,
      permalink: slack.messages.permalink,
      maySee: access.maySee,
    },
  }),
  create({ absenceOf, access, users, assigning }, settings) {
    const assigned = createAssigning({
      ...assigning,
      rulesOf: rulesFor(settings),
      async standingOf(user, card): Promise<Standing> {
        const presence = await users.presenceOf(user)
        if (presence !== 'active') return presence === 'gone' ? 'unable' : 'unknown'
        const maySee = await access.maySee(user, card)
        if (maySee !== 'yes') return maySee === 'no' ? 'unable' : 'unknown'
        return (await absenceOf(user, 'work')) === undefined ? 'here' : 'away'
      },
    })
    const subscriptions = assigning.registry.all().map(({ subscription }) => subscription)
    const hasRules = assigneesIn(settings, subscriptions).length > 0
    const hooks: Partial<Hooks> = {
      posted: ({ subscription, card }) => assigned.planPosted(subscription, card),
      handled: ({ card, changes }) =>
        assigned.planCorrected(
          card,
          changes.filter(({ to }) => to === 'corrected').map(({ mention }) => mention),
        ),
    }
    return {
      ...(hasRules && { hooks }),
      reminders: { 'assigned-by-rule': assigned.reminders },
      // Without rules, only an earlier configuration can have left posts that wait, and choices that are not on their cards yet.
      jobs: [
        {
          name: 'assignments by rules',
          cron: hasRules ? '*/2 * * * * *' : '0 * * * *',
          run: assigned.decideWaiting,
        },
      ],
      prune: assigned.prune,
    }
  },
})
