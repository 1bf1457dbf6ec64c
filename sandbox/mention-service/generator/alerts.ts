import type { AlertInput } from '../records.ts'
import { competitors } from './posts/competitors.ts'
import { difficultText } from './posts/difficult-text.ts'
import { english } from './posts/english.ts'
import { leads } from './posts/leads.ts'
import { otherLanguages } from './posts/other-languages.ts'
import type { Post } from './posts/parse-posts.ts'

/** A generated alert and the posts it finds. */
export type GeneratedAlert = {
  alert: AlertInput & { alert_id: string }
  /** The search terms. They are highlighted in mentions. */
  terms: string[]
  /** Posts in groups. `weight` is the group's share. */
  groups: { weight: number; posts: Post[] }[]
  /** Mentions on an ordinary weekday. */
  aDay: number
}

const project = { project_id: '7', project_name: 'Acme' }

/** The generated alerts, in the order of the service's list. */
export const generatedAlerts: GeneratedAlert[] = [
  {
    alert: { alert_id: '1001', alert_type: 'mentions', alert_name: 'Acme brand', ...project },
    terms: ['Acme'],
    groups: [
      { weight: 66, posts: english },
      { weight: 30, posts: otherLanguages },
      { weight: 4, posts: difficultText },
    ],
    aDay: 64,
  },
  {
    alert: { alert_id: '1002', alert_type: 'mentions', alert_name: 'Acme competitors', ...project },
    terms: ['Notewise', 'Tasklane'],
    groups: [{ weight: 1, posts: competitors }],
    aDay: 38,
  },
  {
    alert: { alert_id: '1003', alert_type: 'leads', alert_name: 'Looking for a notes app', ...project },
    terms: ['notes app', 'to-do list', 'Notiz-App', 'appli de notes', 'meeting notes'],
    groups: [{ weight: 1, posts: leads }],
    aDay: 7,
  },
]

/**
 * An alert that finds only press articles. The story lever needs it. It exists only if it is asked for (`besides`).
 */
export const pressAlert: GeneratedAlert = {
  alert: { alert_id: '1005', alert_type: 'mentions', alert_name: 'Acme press', ...project },
  terms: ['Acme'],
  groups: [{ weight: 1, posts: english.filter(({ press }) => press) }],
  aDay: 3,
}

/**
 * An alert with few mentions that the live stream does not feed, so that a crisis stands out. It exists only if it is
 * asked for (`besides`).
 */
export const quietAlert: GeneratedAlert = {
  alert: { alert_id: '1004', alert_type: 'mentions', alert_name: 'Acme support', ...project },
  terms: ['Acme'],
  groups: [{ weight: 1, posts: english }],
  aDay: 12,
}
