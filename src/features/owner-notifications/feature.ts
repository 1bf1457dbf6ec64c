import { defineFeature } from '../../kernel/feature.ts'
import { key, memberId } from '../../kernel/keys.ts'
import { peopleChecks } from '../../kernel/people-check.ts'
import { createOwnerNotifier } from './owner-notifications.ts'

/** One person gets a direct message when something stops, and when it works again. */
export const ownerNotifications = defineFeature({
  name: 'owner notifications',
  keys: {
    file: {
      owner: key(
        memberId.exactOptional(),
        'Slack member id of the person who gets a direct message when something stops.',
        'U0123456789',
      ),
    },
    subscription: {},
  },
  setupPerson: {
    key: 'owner',
    text: 'Who gets a direct message when something stops?',
    otherwise: 'nobody',
    scope: 'im:write',
  },
  setupHint: (configurationFile, { owner }) =>
    owner !== undefined
      ? undefined
      : configurationFile === undefined
        ? 'To hear in Slack when something stops, choose yourself on the home tab of Overheard: Settings…'
        : `To hear in Slack when something stops, write your member id into ${configurationFile}: \`owner: U0123456789\` (in Slack: your profile, ⋮, Copy member ID).`,
  doctor: ({ users }, { owner }) =>
    peopleChecks(
      'Owner',
      (owner === undefined ? [] : [owner]).map((user) => ({
        user,
        key: 'owner',
        can: 'gets a direct message when something stops',
        otherwise: 'Until then, nobody gets a message when something stops.',
        mustBeMember: false,
      })),
      users,
    ),
  uses: ({ clock: { now, setTimer }, health: { log }, slack, people: { speakTo } }) => ({
    ...{ now, setTimer, log, speakTo },
    post: slack.post,
  }),
  create: (parts, { owner }) =>
    owner === undefined ? undefined : { problems: createOwnerNotifier(owner, parts) },
})
