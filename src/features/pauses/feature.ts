import { defineFeature } from '../../kernel/feature.ts'
import { readHomeState } from '../../listeners/payloads.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { pauseChangeSchema, pausePlanChangeSchema } from '../../model/change.ts'
import { catchUpReminderSchema } from '../../model/reminder.ts'
import { catchUpReminders, createCatchUp } from './catch-up.ts'
import { say } from './messages.ts'
import { createPauseResume, pauseCallback } from './pause-resume.ts'
import { createPauseService, pauseChanges, pausePlanChanges, pruneEndedPauses } from './pause-service.ts'
import { createPauseCommands } from './subcommands.ts'

/** People pause subscriptions. After a long pause, the channel is asked whether to post what was missed. */
export const pauses = defineFeature({
  name: 'pauses',
  keys: { file: {}, subscription: {} },
  reminders: { 'catch-up': catchUpReminderSchema },
  changes: { pause: pauseChangeSchema, 'pause-plan': pausePlanChangeSchema },
  uses: ({
    clock: { now, newId },
    settings: { timezone },
    slack,
    alerts: { directory: alerts },
    subscriptions: { finder, registry, changes, privateAlerts, pauses: pauseRecords, status },
    people: { access, reply },
    reminders: { add: addReminder },
  }) => ({
    now,
    newId,
    zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
    views: slack.views,
    channels: slack.channels,
    access,
    finder,
    registry,
    changes,
    reply,
    privateAlerts,
    records: pauseRecords,
    addReminder,
    alerts,
    countSince: status.countSince,
  }),
  create({ records, ...parts }) {
    const catchUp = createCatchUp({ ...parts, pauses: records })
    const pauses = createPauseService({ ...parts, pauses: records })
    const pauseResume = createPauseResume({ ...parts, pauses, catchUp })
    return {
      pauses,
      subcommands: createPauseCommands({ ...parts, pauseResume }),
      alertChoices: [
        {
          choice: 'pause',
          get label() {
            return say.menuPause()
          },
          operation: 'change',
          isOffered: ({ pause }) => pause === undefined,
          listButton: actionIds.listPause,
          opensForm: true,
          choose: async ({ state }, { subscription: { name } }) => pauseResume.formOf(name, state),
        },
        {
          choice: 'resume',
          get label() {
            return say.menuResume()
          },
          operation: 'change',
          isOffered: ({ pause }) => pause !== undefined,
          listButton: actionIds.listResume,
          choose: ({ user }, { subscription: { name }, channel }) =>
            pauseResume.resume({ user, channel, name }),
        },
        {
          choice: 'cancel-pause',
          get label() {
            return say.menuCancel()
          },
          operation: 'change',
          isOffered: ({ pause, plannedPause }) => pause === undefined && plannedPause !== undefined,
          listButton: actionIds.listCancelPause,
          choose: ({ user }, { subscription: { name }, channel }) =>
            pauseResume.resume({ user, channel, name }),
        },
      ],
      listen(on, home) {
        on.inMessage(actionIds.listPause, pauseResume.openFromList)
        on.inMessage(actionIds.listResume, pauseResume.resumeFromList)
        // If the planned pause has begun, this ends it.
        on.inMessage(actionIds.listCancelPause, pauseResume.resumeFromList)
        on.inMessage(actionIds.catchUp, (action) => pauseResume.answerCatchUp(action, 'catch-up'))
        on.inMessage(actionIds.startFromNow, (action) => pauseResume.answerCatchUp(action, 'from-now'))
        // The form acknowledges after everything is stored. If the process dies before, Slack shows an error, and the person repeats it.
        on.slowSubmit(pauseCallback, async (submission, acknowledge) => {
          const { errors, home: state } = await pauseResume.submit(submission)
          await acknowledge(errors)
          if (state !== undefined) await home.show(submission.user, readHomeState(state))
        })
      },
      changes: {
        pause: pauseChanges(pauses, parts.privateAlerts),
        'pause-plan': pausePlanChanges(pauses, parts.privateAlerts),
      },
      reminders: { 'catch-up': catchUpReminders(catchUp) },
      prune: (time) => pruneEndedPauses(records, time),
    }
  },
})
