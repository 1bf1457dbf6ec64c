import { isDeepStrictEqual } from 'node:util'
import { type Settings, SettingsError } from '../config/settings.ts'
import { untilRestart } from '../config/until-restart.ts'
import { problemTexts, stoppedNames } from '../messages/problems/problem-texts.ts'
import { errorMessage } from '../model/log.ts'
import type { Base } from './rooms-for-settings.ts'

/**
 * Reads the settings again and applies them. If they cannot be used, everything stays as it is, and a problem says why until settings could be
 * applied. Resolves with the settings that apply. Rejects if the bot can go on neither with the new settings nor with those before; then it posts nothing,
 * and the process must end.
 */
export type Reload = (read: () => Settings) => Promise<Settings>

export type Replaced = { kind: 'applied' } | { kind: 'failed'; reason: string }

type ReloadDeps = Pick<Base, 'health' | 'runtime' | 'log'> & {
  settings: Settings
  /** What was read of the file and of the environment for these settings. */
  read: Settings
  /** Adds what people set without a file. Rejects with a SettingsError if the result cannot be used. */
  complete(read: Settings): Promise<Settings>
  /** Goes on with the fallback if the rooms cannot be built. Rejects if the fallback fails, too. */
  replaceRooms(settings: Settings, fallback: Settings): Promise<Replaced>
  applied(settings: Settings): void
}

const [refusedKey, restartKey] = ['settings', 'settings restart']

const about = (code: string) => ({ ofThisProcess: true as const, stops: stoppedNames.settings(), code })

export function createReload({
  health: { problems },
  runtime,
  log,
  complete,
  replaceRooms,
  applied,
  ...started
}: ReloadDeps) {
  let { settings, read: lastRead } = started
  let reloading: Promise<unknown> = Promise.resolve()

  async function reload(read: () => Settings, ifChanged = false): Promise<Settings> {
    if (runtime.stopping.aborted) return settings
    let fresh = lastRead
    const found = await tryToRead(async () => {
      fresh = read()
      return complete(fresh)
    })
    if ('report' in found) {
      const { report } = found
      log.error({ report }, 'the bot goes on with its settings, because the changed ones cannot be used')
      problems.raise(refusedKey, { ...about('settings_refused'), ...problemTexts.settingsRefused(report) })
      return settings
    }
    const { written } = settings.configuration
    if (ifChanged && isDeepStrictEqual(found.settings.configuration.written, written)) return settings
    const next = untilRestart(settings, found.settings)
    const outcome = await replaceRooms(next.settings, settings)
    if (outcome.kind === 'failed') {
      log.error(outcome, 'the bot goes on with its settings, because the changed ones could not be applied')
      problems.raise(refusedKey, {
        ...about('settings_not_applied'),
        ...problemTexts.settingsNotApplied(outcome.reason),
      })
      return settings
    }
    settings = next.settings
    lastRead = fresh
    applied(settings)
    problems.clear(refusedKey)
    const { names } = next
    if (names.length === 0) problems.clear(restartKey)
    else problems.raise(restartKey, { ...about('restart_needed'), ...problemTexts.restartNeeded(names) })
    const subscriptions = settings.configuration.subscriptions.length
    log.info(
      { subscriptions, ...(names.length > 0 && { needRestart: names }) },
      'the bot has read its settings again',
    )
    return settings
  }

  function afterOthers(read: () => Settings, ifChanged = false): Promise<Settings> {
    const result = reloading.then(() => reload(read, ifChanged))
    reloading = result
    return result
  }

  return {
    reload: (read: () => Settings) => afterOthers(read),
    /** Applies what people have changed without the file. Rejects as `reload` does. */
    again: () => afterOthers(() => lastRead, true),
    /** Resolves when no reload runs. */
    ended: () => reloading.catch(() => undefined),
  }
}

async function tryToRead(
  read: () => Promise<Settings>,
): Promise<{ settings: Settings } | { report: string }> {
  try {
    return { settings: await read() }
  } catch (error) {
    return { report: error instanceof SettingsError ? error.report : errorMessage(error) }
  }
}
