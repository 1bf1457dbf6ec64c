import type { Runtime } from '@overheard/base/runtime'
import type { MentionService } from '@overheard/mention-client'
import type { Id } from '@overheard/mention-client/id'
import type { AddedRule, OwnVoice } from '../engine/index.ts'
import type { ReadRecords, Records } from '../model/collection.ts'
import type { Subscription } from '../model/subscription.ts'

/** `problemOf` returns a sentence if a value cannot be used. */
type CommandOption = {
  flags: string
  description: string
  problemOf?: (written: string) => string | undefined
}

export type ProgressBar = {
  begin(name: string, expected: number | undefined): void
  reached(count: number): void
  end(): void
}

/** Decides on the past mentions of a subscription to an alert, as a rule of a feature would have; undefined if it has none for it. */
export type ReplayRule = (subscription: Subscription, alert: Id) => AddedRule | undefined

type ReadConfiguration = {
  title: string
  subscriptions: Subscription[]
  ownPosts: OwnVoice
  timezone: string
}

/** What a command of a feature may use. A rejection with an error about the settings ends the program with its own exit code. */
export type CommandTools = {
  runtime: Runtime
  /** Reads a configuration file, or without one what the bot uses: its file, or what is stored. `title` names it. */
  readConfiguration(file?: string): Promise<ReadConfiguration>
  /** Connects to the mention service with the settings of the environment and of that configuration. Close the result. */
  connectService(file?: string): Promise<MentionService>
  /** Reads from the store of the bot, which may run. `read` must not write. */
  readRecords<T>(read: (records: Records) => Promise<T>): Promise<ReadRecords<T>>
  /** The rules of all features, with what is in the store of the bot, if it can be read. */
  replayRules(): Promise<ReplayRule[]>
  progress: ProgressBar
  print(text: string): void
}

/** A command of the command line that a feature adds. The program loads every feature for it, so `run` imports what only the command needs. */
export type FeatureCommand = {
  name: string
  description: string
  options: readonly CommandOption[]
  /** `options` are those that were given, by their long names. Values are texts; a flag without a value is `true`. */
  run(options: Readonly<Record<string, unknown>>, tools: CommandTools): Promise<void>
}
