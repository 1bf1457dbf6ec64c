import { defaultWeights } from '../../src/config/configuration-schema.ts'

/** The values of the keys that a configuration file leaves out. */
export const defaults = {
  timezone: 'UTC',
  doubtSeconds: 30,
  language: 'en',
  polling: { requestsPerMinute: 300, share: 0.5, fastest: 5000, slowest: 300_000 },
  ownPosts: {},
  workingHours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
  staysOpen: 14 * 86_400_000,
  priority: defaultWeights,
}
