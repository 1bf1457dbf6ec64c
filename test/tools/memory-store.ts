import type { Entry, Records } from '../../src/model/collection.ts'
import { collectionFrom } from '../../src/store/store.ts'

/**
 * Collections and message records in memory, as JSON by path, so that a second store on the same map finds what the first one wrote. `moment` is
 * called before and after each write: it may throw.
 */
export function memoryStore(
  kept = new Map<string, string>(),
  moment = (): void => undefined,
): Records & { leading: Records } {
  function entriesOf(name: string): Entry<unknown>[] {
    const start = `${name} `
    return [...kept]
      .filter(([path]) => path.startsWith(start))
      .map(([path, text]) => ({ key: path.slice(start.length), value: JSON.parse(text) }))
  }
  function change<T>(path: string, before: T | undefined, next: (current: T | undefined) => T | undefined) {
    const after = next(before)
    if (after === before) return before
    moment()
    if (after === undefined) kept.delete(path)
    else kept.set(path, JSON.stringify(after))
    moment()
    return after
  }
  const records: Records = {
    collection(name, schema) {
      const find = (key: string) => {
        const text = kept.get(`${name} ${key}`)
        return text === undefined ? undefined : schema.parse(JSON.parse(text))
      }
      return collectionFrom({
        find: async (key) => find(key),
        readAll: async () => ({
          entries: entriesOf(name).map(({ key, value }) => ({ key, value: schema.parse(value) })),
          damaged: [],
        }),
        inspect: async () => undefined,
        change: async (key, next) => change(`${name} ${key}`, find(key), next),
        put: async (key, value) => void change(`${name} ${key}`, find(key), () => value),
      })
    },
    messages(name, schema) {
      const keyOf = ({ channel, ts }: { channel: string; ts: string }) => `${name} ${channel} ${ts}`
      const find = (place: { channel: string; ts: string }) => {
        const text = kept.get(keyOf(place))
        return text === undefined ? undefined : schema.parse(JSON.parse(text))
      }
      const all = () => entriesOf(name).map(({ key, value }) => ({ key, value: schema.parse(value) }))
      const tsOf = (key: string) => Number(key.split(' ')[1]) * 1000
      return {
        find: async (place) => find(place),
        add: async (place, value) => change(keyOf(place), find(place), (known) => known ?? value) ?? value,
        async addAll(entries) {
          for (const { key, value } of entries) change(keyOf(key), find(key), (known) => known ?? value)
          return []
        },
        count: async (channel) => all().filter(({ key }) => key.startsWith(`${channel} `)).length,
        change: async (place, next) => change(keyOf(place), find(place), next),
        async *since(since, channel) {
          for (const { key, value } of all())
            if (tsOf(key) >= since && (channel === undefined || key.startsWith(`${channel} `))) yield value
        },
        changes: async (mark) => ({
          changed: mark === undefined ? [] : all().map(({ value }) => value),
          mark: 'read',
        }),
        async prune(before) {
          for (const { key } of all()) if (tsOf(key) < before) kept.delete(`${name} ${key}`)
        },
      }
    },
  }
  return { ...records, leading: records }
}
