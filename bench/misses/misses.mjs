// Ten misses as models make them: the file, and an edit whose text doesn't stand in it to the letter.

const shop = 'class Shop:\n\tdef price(self, d):\n\t\tsum = self.sum()\n\t\treturn sum * (1 - d)\n\n\tdef name(self):\n\t\treturn "tea"\n';
const app = 'function start(port) {\n  const server = listen(port);\n  log("ready");\n  return server;\n}\n\nfunction stop(server) {\n  server.close();\n  log("closed");\n}\n';

export const misses = [
  { title: 'Tabs typed as spaces', file: shop, old: '    def price(self, d):\n        sum = self.sum()', new: '    def price(self, d):\n        sum = self.total()' },
  { title: 'Every line one tab short', file: shop, old: 'def name(self):\n\treturn "tea"', new: 'def name(self):\n\treturn "mate"' },
  { title: 'Blanks at a line end that nobody sees', file: 'alpha = 1   \nbeta = 2\n', old: 'alpha = 1\nbeta = 2', new: 'alpha = 1\nbeta = 3' },
  { title: 'Line numbers copied in from a reader', file: app, old: '     3\t  log("ready");\n     4\t  return server;', new: '  log("up");\n  return server;' },
  { title: 'Straight quotes for curly ones', file: 'msg = “Come in.”\nend\n', old: 'msg = "Come in."', new: 'msg = "Come out."' },
  { title: 'Quotes escaped once too often', file: '{"name": "tea"}\n', old: '{\\"name\\": \\"tea\\"}', new: '{\\"name\\": \\"mate\\"}' },
  { title: 'One word remembered wrongly', file: app, old: '  server.close();\n  log("stopped");', new: '  server.close();\n  log("bye");' },
  { title: 'A line left out in the middle', file: app, old: 'function start(port) {\n  const server = listen(port);\n  return server;\n}', new: 'function start(port) {\n  return listen(port);\n}' },
  { title: 'The edit was made before', file: 'level = "debug"\nport = 1\n', old: 'level = "info"', new: 'level = "debug"' },
  { title: 'Nothing like it is there', file: app, old: 'export const palette = ["red", "green"];', new: 'export const palette = [];' },
];
