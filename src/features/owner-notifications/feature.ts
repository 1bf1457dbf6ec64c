import { defineFeature } from '../../kernel/feature.ts'
import { key, memberId } from '../../kernel/keys.ts'
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
  },
  setupHint: (configurationFile, { owner }) =>
    owner === undefined
      ? `To hear in Slack when something stops, write your member id into ${configurationFile}: \`owner: U0123456789\` (in Slack: your profile, ⋮, Copy member ID).`
      : undefined,
  uses: ({ now, setTimer, log, slack }) => ({ now, setTimer, log, post: slack.post }),
  create: (parts, { owner }) =>
    owner === undefined ? undefined : { problems: createOwnerNotifier(owner, parts) },
})
