export const ja = {
  help: '• `export [name] [30d]`: 投稿されたものの表をダイレクトメッセージで受け取る（CSV。行末に json と書くと JSON）',
  tableHelp: '• `export {word} [30d]`: {title}を同じように受け取る',
  notUnderstood:
    '「{words}」はエクスポートできる期間ではありません。7d のように、{mostDays, plural, other {# 日}}までで書いてください。',
  running: '前回のエクスポートをまだ作成中です。',
  nothing: '参加中のチャンネルには、過去 {days, plural, other {# 日間}}に該当する投稿がありません。',
  noRows:
    '参加中のチャンネルに、過去 {days, plural, other {# 日間}}の{unit}で、あなたが見られるものはありません。',
  noDirectMessage:
    'Slack であなたへのダイレクトメッセージを開けなかったため、ファイルを送れません。1 分ほど待ってから、もう一度お試しください。',
  mentions: 'メンション {total, plural, other {# 件}}',
  all: '過去 {days, plural, other {# 日間}}の{rows}',
  newest:
    '過去 {days, plural, other {# 日間}}の{rows}のうち最新の {shown, number} 件（1 つのファイルの上限です。残りは期間を短くしてエクスポートしてください）',
  sent: '{summary}。ファイルは Overheard とのダイレクトメッセージにあります。',
  mayNotSend:
    'Slack アプリにファイルを送る権限がありません。Overheard の管理者に、権限 files:write の追加を依頼してください（方法は {doctor} で表示されます）。',
  unclear:
    'Slack の応答がありません（{reason}）。Overheard とのダイレクトメッセージにファイルがなければ、もう一度お試しください。',
  later:
    '今は Slack がファイルを受け付けません。{seconds, plural, other {# 秒}}後に、もう一度お試しください。',
  failed: 'Slack がファイルを受け付けませんでした（{reason}）。1 分ほど待ってから、もう一度お試しください。',
} as const
