export const reposts = {}
