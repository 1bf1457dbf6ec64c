export const ja = {
  undo: '元に戻す',
  did: '{person} さんが{did}。',
  alertShared: '{person} さんが、非公開のアラート「{alert}」を {channel} に共有しました。',
  undone: '{now} {person} さんが元に戻しました（{what}）。',
  youDid: '完了：{did}。',
  youDidIn: '{channel} での変更が完了しました：{did}。',
  muteMeans: '該当するメンションは、そのチャンネルに投稿されません。',
  thisChannel: 'このチャンネル',
  theChannel: 'そのチャンネル',
  notToldPrivate:
    'アラートが非公開で、そのチャンネルは投稿先に含まれないため、チャンネルには知らせていません。',
  notToldArchived: 'アーカイブされているため、チャンネルには知らせていません。',
  notToldOutside:
    'Overheard が参加していないため、チャンネルには知らせていません。招待してください： /invite @overheard',
  notToldRefused: 'Slack がメッセージを拒否したため（{reason}）、チャンネルには知らせていません。',
  // Settings that a change names, in lists.
  schedule: '頻度',
  sentiment: '感情',
  sources: 'ソース',
  reach: '最小リーチ',
  languages: '言語',
  countries: '国',
  except: '除外する単語',
  quiet: '休止時間',
  layout: 'レイアウト',
  duplicates: '重複',
  // How things are after an undo.
  noLongerPosted: '「{name}」は今後ここに投稿されません。',
  earlierSettings: '「{name}」の設定は以前の状態に戻りました。',
  activeAgain: '「{name}」は再び有効です。',
  noLongerMuted: '{muted}のミュートを解除しました。',
  mutedAgain: '{muted}を再びミュートしました。',
} as const
