extract logs
