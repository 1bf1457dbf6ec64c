export const ja = {
  onCards: '• リアクション 👀 と ✅ は、それぞれ *担当する* と *完了* と同じです。',
} as const
