import { faultsOfValues } from '../../../src/config/configuration.ts'
import type { MadeSetting, MadeSettings, SettingsFromSlack } from '../../../src/model/made-settings.ts'

export const simple = ['news', 'hacker-news', 'bluesky']
export const timezone = 'Europe/Berlin'
export const feed = 'https://blog.example/feed.xml'
export const listen = { alerts: [{ name: 'Acme', query: 'acme' }], feeds: [feed], sources: { news: true } }

/** The settings of a bot whose file has `file`, and whose store has `made`. */
export function settingsOf(made: MadeSettings = {}, file: MadeSettings = {}) {
  const stored = new Map<string, MadeSetting>(
    Object.entries(made).map(([key, value]) => [key, { value, by: 'U0', at: 0 }]),
  )
  const present = () => ({
    ...Object.fromEntries([...stored].map(([key, { value }]) => [key, value])),
    ...file,
  })
  const fromSlack: SettingsFromSlack = {
    of: (key) => ({ value: present()[key], isInFile: Object.hasOwn(file, key) }),
    faults: (changed) =>
      faultsOfValues(
        Object.fromEntries(
          Object.entries({ ...present(), ...changed }).filter(([, value]) => value !== null),
        ),
      ),
    stored: {
      find: async (key) => stored.get(key),
      async change(key, next) {
        const value = next(stored.get(key))
        if (value === undefined) stored.delete(key)
        else stored.set(key, value)
        return value
      },
    },
  }
  const values = () => Object.fromEntries([...stored].map(([key, { value }]) => [key, value]))
  return { fromSlack, values }
}
