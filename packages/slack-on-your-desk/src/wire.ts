/** A block of Block Kit in Slack's JSON. */
export type Block = { type: string; block_id?: string; [field: string]: unknown }

/** Metadata of an app: an event with its payload, Work Objects, or both. */
export type Metadata = {
  event_type?: string
  event_payload?: Record<string, unknown>
  entities?: Entity[]
}

/** A Work Object (https://docs.slack.dev/messaging/work-objects-overview). */
export type Entity = {
  entity_type: string
  url: string
  external_ref: { id: string; type?: string | undefined }
  entity_payload: Record<string, unknown>
}

/** A secondary attachment of a message. */
export type Attachment = { id: number; blocks?: Block[]; [field: string]: unknown }

/** A message in Slack's JSON, with its metadata (which most answers leave out). */
export type Message = {
  type: 'message'
  subtype?: string
  ts: string
  /** The author: a user's id, or the bot's user id. */
  user: string
  team: string
  text: string
  username?: string
  icons?: { emoji: string } | { image_48: string }
  bot_id?: string
  app_id?: string
  bot_profile?: {
    id: string
    app_id: string
    name: string
    deleted: boolean
    updated: number
    team_id: string
  }
  blocks?: Block[]
  attachments?: Attachment[]
  metadata?: Metadata
  /** The parent's ts. A parent with replies has its own ts here. */
  thread_ts?: string
  parent_user_id?: string
  reply_count?: number
  reply_users_count?: number
  reply_users?: string[]
  latest_reply?: string
  edited?: { user: string; ts: string }
  files?: { id: string; name: string; title: string; filetype: string; size: number; url_private: string }[]
  reactions?: { name: string; users: string[]; count: number }[]
  hidden?: boolean
}

/** A modal or home tab in Slack's JSON. */
export type View = {
  id: string
  team_id: string
  type: 'modal' | 'home'
  title: PlainText
  submit: PlainText | null
  close: PlainText | null
  blocks: Block[]
  private_metadata: string
  callback_id: string
  external_id: string
  state: { values: StateValues }
  /** Changes with every update. An update with an older hash is refused. */
  hash: string
  clear_on_close: boolean
  notify_on_close: boolean
  root_view_id: string
  previous_view_id: string | null
  app_id: string
  app_installed_team_id: string
  bot_id: string
}

export type PlainText = { type: 'plain_text'; text: string; emoji: boolean }

/** The values of inputs by block_id, then by action_id. */
export type StateValues = Record<string, Record<string, Record<string, unknown>>>

export type Answer =
  | { ok: true; [field: string]: unknown }
  | { ok: false; error: string; [field: string]: unknown }

/** An answer with one of Slack's error codes. */
export function refuse(error: string, fields: Record<string, unknown> = {}): Answer {
  return { ...fields, ok: false, error }
}
