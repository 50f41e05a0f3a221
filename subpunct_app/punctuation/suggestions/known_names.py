"""Names that have capitals of their own and are no other word when they are written small."""

from __future__ import annotations

# fmt: off
KNOWN = (
    "eBay", "eBPF", "edX", "fMRI", "freeCodeCamp", "gRPC", "iCloud", "iMac", "iMessage", "iMovie",
    "iOS", "iPad", "iPadOS", "iPhone", "iPod", "iRobot", "iTerm", "iTunes", "jQuery", "kHz", "kWh",
    "macOS", "mDNS", "mRNA", "mtDNA", "pfSense", "siRNA", "tRNA", "tvOS", "visionOS", "watchOS",
    "xAI",
    "AirPods", "AirTag", "AlexNet", "AliExpress", "AlphaFold", "AlphaGo", "AlphaZero", "ArcGIS",
    "AstraZeneca", "AutoCAD", "BigQuery", "BitTorrent", "BlackRock", "BuildKit", "BuzzFeed",
    "CentOS", "ChatGPT", "CircleCI", "ClickHouse", "CMake", "CockroachDB", "CodePen",
    "CoffeeScript", "CoinJoin", "CoreOS", "CouchDB", "CPython", "CrowdStrike", "DataFrame",
    "DeepMind", "DeepSeek", "DevOps", "DevRel", "DevTools", "DiCaprio", "DigitalOcean", "DiMaggio",
    "DistilBERT", "DocuSign", "DoorDash", "DreamWorks", "DuckDB", "DuckDuckGo", "DynamoDB",
    "ExxonMobil", "FaceTime", "FastAPI", "FedEx", "FFmpeg", "FreeBSD", "GeForce", "GHz", "GitHub",
    "GitLab", "GitOps", "GoDaddy", "GoFundMe", "GopherCon", "GoPro", "GraphQL", "HarperCollins",
    "HashiCorp", "HomeKit", "HomePod", "HubSpot", "ImageNet", "IndexedDB", "InfluxDB", "IntelliJ",
    "IoT", "JavaScript", "JetBlue", "JetBrains", "JFrog", "JPMorgan", "KubeCon", "LaGuardia",
    "LastPass", "LeBron", "LevelDB", "LinkedIn", "LoRaWAN", "MacArthur", "MacBook", "MacGregor",
    "MapReduce", "MariaDB", "MediaWiki", "MHz", "MoMA", "MongoDB", "MySpace", "MySQL", "NeurIPS",
    "NixOS", "NodeJS", "NoSQL", "NumPy", "NVMe", "OAuth", "OnlyFans", "OpenAI", "OpenAPI",
    "OpenBSD", "OpenCL", "OpenCV", "OpenGL", "OpenOffice", "OpenShift", "OpenSSH", "OpenSSL",
    "OpenStack", "OpenStreetMap", "OpenTelemetry", "PagerDuty", "PayPal", "PCIe", "PeerTube", "PhD",
    "PlayStation", "PostgreSQL", "PowerBI", "PowerPC", "PowerPoint", "PowerShell", "ProPublica",
    "ProtonMail", "PubMed", "PyCharm", "PyCon", "PyPI", "PyPy", "PyTorch", "QAnon", "QuickBooks",
    "QuickTime", "RabbitMQ", "ResNet", "RStudio", "SaaS", "SciPy", "SegWit", "SendGrid",
    "SharePoint", "SketchUp", "SoftBank", "SolidWorks", "SoundCloud", "SourceForge", "SpaceX",
    "SQLite", "StarCraft", "StoryCorps", "SurveyMonkey", "TaskRabbit", "TechCrunch", "TEDx",
    "TensorFlow", "TikTok", "TinyGo", "TiVo", "TripAdvisor", "TrueNAS", "TypeScript", "UniFi",
    "UPnP", "VirtualBox", "VMware", "VoIP", "WebAssembly", "WebEx", "WebGL", "WebKit", "WebRTC",
    "WebSocket", "WebView", "WeChat", "WeWork", "WhatsApp", "WikiLeaks", "WireGuard", "WordPerfect",
    "WordPress", "YouTube", "YouTuber",
    "APIs", "ATMs", "CDs", "CEOs", "CFOs", "CPUs", "CTOs", "DAOs", "DJs", "DVDs", "ETFs",
    "EVs", "FAQs", "GIFs", "GMOs", "GPUs", "HTLCs", "IPOs", "IQs", "ISPs", "KPIs", "LEDs",
    "LLMs", "MBAs", "MOOCs", "MPs", "MRIs", "NFTs", "NGOs", "NPCs", "ORMs", "PCs", "PDFs", "PhDs",
    "PNGs", "PTLCs", "RFCs", "RPCs", "SDKs", "SMEs", "SSDs", "SUVs", "TPUs", "TVs", "UFOs", "UIs",
    "URLs", "UTXOs", "UUIDs", "VCRs", "VCs", "VMs", "VPNs",
    "African-American", "Afro-American", "Al-Qaeda", "Anglo-Saxon", "anti-American", "anti-Semitic",
    "anti-Semitism", "Asian-American", "Austro-Hungarian", "Coca-Cola", "Franco-Prussian",
    "Greco-Roman", "Harley-Davidson", "Hewlett-Packard", "Indo-European", "Judeo-Christian",
    "Mercedes-Benz", "Merriam-Webster", "Mexican-American", "non-English", "pan-African",
    "post-Soviet", "pre-Columbian", "Rolls-Royce", "Spider-Man", "sub-Saharan", "T-Mobile",
    "Wal-Mart", "Wi-Fi", "X-Men",
)
# Other words elsewhere: names only where a model finds capitals within them.
TOLD = {
    name.lower(): name
    for name in (
        "ASICs", "BlackBerry", "cURL", "DaVinci", "DDoS", "DeFi", "DoS", "FaaS", "IaaS", "IDEs",
        "kOps", "LaTeX", "LLaMA", "MacDonald", "PaaS", "pH", "PoS", "PoW", "QoS", "RESTful", "RxJS",
        "SNARKs", "WiFi",
    )
}
# fmt: on
