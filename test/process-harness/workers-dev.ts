// Loaded into a server with --import: what it sends to https://….workers.dev arrives, without encryption, at the port of this
// computer that WORKERS_DEV_PORT names, where a stand-in for deployed Workers listens.
import net from 'node:net'
import tls from 'node:tls'

const port = Number(process.env['WORKERS_DEV_PORT'])
const connect = tls.connect

function connectThere(...given: unknown[]): net.Socket {
  const [options] = given as [tls.ConnectionOptions]
  if (!options.host?.endsWith('.workers.dev'))
    return Reflect.apply(connect, tls, given) as unknown as net.Socket
  const socket = net.connect(port, '127.0.0.1')
  return socket.once('connect', () => socket.emit('secureConnect'))
}

tls.connect = connectThere as typeof tls.connect
